/** The shared web core: everything here is free of any view library; view parts are under `ui/`. */
export * from "./core/chips.ts";
export * from "./core/clock.ts";
export * from "./core/hit.ts";
export * from "./core/i18n.ts";
export * from "./core/labels.ts";
export * from "./core/money.ts";
export * from "./core/playerStore.ts";
export * from "./core/price.ts";
export * from "./core/racetrack.ts";
export * from "./core/slip.ts";
export * from "./core/socket.ts";
export * from "./core/spots.ts";
export * from "./core/statistics.ts";
export * from "./core/tableStore.ts";
export * from "./core/versions.ts";
export type * from "./core/views.ts";
export * from "./core/wheel.ts";
export * from "./locales/index.ts";
