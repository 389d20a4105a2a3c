/** Line icons, 24 x 24, drawn with the text's colour. */
import type { JSX } from "preact";

const PATHS = {
  tables: "M3 5h8v6H3zM13 5h8v6h-8zM3 13h8v6H3zM13 13h8v6h-8z",
  statistics: "M4 20V10M10 20V4M16 20v-8M21 20H2",
  recall: "M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2",
  limits: "M5 4h14v16H5zM8 9h8M8 13h8M8 17h5",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z",
  attendant: "M4 18h16M6 18a6 6 0 0 1 12 0M12 9V6M10 6h4",
  language: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  volume: "M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  muted: "M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4",
  cash_out: "M5 3h14v18l-2.5-1.6L14 21l-2-1.6L10 21l-2.5-1.6L5 21zM8.5 8h7M8.5 12h7",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  hourglass: "M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9",
  pause: "M9 5v14M15 5v14",
  check: "M4 12.5l5 5L20 6.5",
  cross: "M6 6l12 12M18 6L6 18",
  warn: "M12 4l9 16H3zM12 10v5M12 17.5v.5",
  note: "M3 7h18v10H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 28 }: { readonly name: IconName; readonly size?: number }): JSX.Element {
  return (
    <svg
      class="icon"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
