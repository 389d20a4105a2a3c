/** The simulated note acceptor and printer of a demo floor. Money itself only ever arrives through the seat view. */

export interface PrintedTicket {
  readonly number: string;
  readonly amount: number;
}

async function post(url: string, body: object): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export const insertNote = (base: string, terminal: string, value: number): Promise<boolean> =>
  post(`${base}/acceptors/acceptor-${terminal}/notes`, { value });

export const insertTicket = (base: string, terminal: string, number: string): Promise<boolean> =>
  post(`${base}/acceptors/acceptor-${terminal}/tickets`, { number });

export const takeTicket = (base: string, terminal: string, number: string): Promise<boolean> =>
  post(`${base}/printers/printer-${terminal}/take`, { number });

export async function printedTickets(base: string, terminal: string): Promise<readonly PrintedTicket[] | null> {
  try {
    const answer = await fetch(`${base}/printers/printer-${terminal}/tickets`);
    return answer.ok ? ((await answer.json()) as { tickets: PrintedTicket[] }).tickets : null;
  } catch {
    return null;
  }
}
