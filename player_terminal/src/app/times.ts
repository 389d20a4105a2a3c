/** Times of day in the venue's zone. */
export function clockText(ms: number, zone: string | undefined): string {
  if (ms === 0) return "--:--";
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(ms);
}

export const timeText = (iso: string, zone: string | undefined): string => clockText(Date.parse(iso), zone);
