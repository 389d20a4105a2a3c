/** The REST interface as this page uses it: a bearer token, idempotency keys, versions, and typed refusals. */
import { randomId } from "@croupier/web-core";

export class ApiRefusal extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status: number,
  ) {
    super(code);
  }
}

interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** Every PATCH names the version it was made from. */
  readonly version?: number;
}

const BASE = "/api/v1";

function headersOf(call: Call, token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token !== null) headers["Authorization"] = `Bearer ${token}`;
  if (call.body !== undefined) headers["Content-Type"] = "application/json";
  if (call.method === "POST") headers["Idempotency-Key"] = randomId();
  if (call.version !== undefined) headers["If-Match"] = `"${call.version}"`;
  return headers;
}

async function refusalOf(response: Response): Promise<ApiRefusal> {
  try {
    const { code, detail } = (await response.json()) as { code?: unknown; detail?: unknown };
    return new ApiRefusal(String(code ?? response.status), String(detail ?? ""), response.status);
  } catch {
    return new ApiRefusal("unreadable", response.statusText, response.status);
  }
}

export class Api {
  private token: string | null = null;

  constructor(private readonly onSignedOut: () => void) {}

  get<T>(path: string): Promise<T> {
    return this.call<T>({ method: "GET", path });
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.call<T>({ method: "POST", path, ...(body === undefined ? {} : { body }) });
  }

  patch<T>(path: string, version: number, body: unknown): Promise<T> {
    return this.call<T>({ method: "PATCH", path, body, version });
  }

  delete<T>(path: string): Promise<T> {
    return this.call<T>({ method: "DELETE", path });
  }

  signedIn(token: string): void {
    this.token = token;
  }

  async signOut(): Promise<void> {
    try {
      await this.delete<void>("/staff/sessions/current");
    } finally {
      this.token = null;
    }
  }

  private async call<T>(call: Call): Promise<T> {
    const response = await this.fetch(call);
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    const refusal = await refusalOf(response);
    if (refusal.status === 401 && this.token !== null) {
      this.token = null;
      this.onSignedOut();
    }
    throw refusal;
  }

  private async fetch(call: Call): Promise<Response> {
    const init: RequestInit = { method: call.method, headers: headersOf(call, this.token), cache: "no-store" };
    if (call.body !== undefined) init.body = JSON.stringify(call.body);
    try {
      return await fetch(BASE + call.path, init);
    } catch {
      throw new ApiRefusal("unreachable", "", 0);
    }
  }
}
