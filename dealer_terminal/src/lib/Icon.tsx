/** Line pictures for states and faults: colour alone never carries a meaning. */
const PATHS = {
  open: "M5 12l5 5 9-10",
  closing: "M12 6v6l4 3M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  closed: "M6 6l12 12M18 6L6 18",
  hold: "M12 8v5M12 16.5v.5M12 3L2.5 20h19z",
  info: "M12 11v6M12 7.5V8M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  quiet: "M6 12h12",
  call: "M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4",
  fault: "M12 8v5M12 16.5v.5M12 3L2.5 20h19z",
  disconnected: "M3 3l18 18M8.5 12.5a5 5 0 0 1 5-1M5 9a10 10 0 0 1 4-2.3M19 9a10 10 0 0 0-6-2.9M12 17v.5",
  hand_pay: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z",
  abstaining: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  lock: "M6 11h12v10H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4 21c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5",
  back: "M20 6H9l-6 6 6 6h11zM12 9.5l5 5M17 9.5l-5 5",
  wheel: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM12 3v6M12 15v6M3 12h6M15 12h6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
