/** Where things are on the screen: the only module that turns cells into pixels and back. */
import { LAYOUT_WIDTH, type Point, TRACK_WIDTH } from "@croupier/web-core";

/** Drawing units per cell, and the empty border around the layout for its edge targets and stacks. */
export const UNIT = 100;
export const MARGIN = 0.3;

interface Places {
  layout: Element | null;
  track: Element | null;
  tray: Element | null;
  credit: Element | null;
}

const places: Places = { layout: null, track: null, tray: null, credit: null };

export const setPlace =
  (name: keyof Places) =>
  (element: Element | null): void => {
    places[name] = element;
  };

const cellSize = (rect: DOMRect, cells: number): number => rect.width / cells;

export interface Cells extends Point {
  readonly cellPx: number;
}

function toCells(element: Element | null, px: number, py: number, cells: number, margin: number): Cells | null {
  const rect = element?.getBoundingClientRect();
  if (!rect || rect.width === 0) return null;
  const cellPx = cellSize(rect, cells);
  return { x: (px - rect.left) / cellPx - margin, y: (py - rect.top) / cellPx - margin, cellPx };
}

export const layoutCells = (px: number, py: number): Cells | null =>
  toCells(places.layout, px, py, LAYOUT_WIDTH + 2 * MARGIN, MARGIN);

export const trackCells = (px: number, py: number): Cells | null => toCells(places.track, px, py, TRACK_WIDTH, 0);

function toPixels(element: Element | null, x: number, y: number, cells: number, margin: number): Point | null {
  const rect = element?.getBoundingClientRect();
  if (!rect || rect.width === 0) return null;
  const cellPx = cellSize(rect, cells);
  return { x: rect.left + (x + margin) * cellPx, y: rect.top + (y + margin) * cellPx };
}

export const layoutPoint = (x: number, y: number): Point | null =>
  toPixels(places.layout, x, y, LAYOUT_WIDTH + 2 * MARGIN, MARGIN);

export const trackPoint = (x: number, y: number): Point | null => toPixels(places.track, x, y, TRACK_WIDTH, 0);

function middle(element: Element | null): Point | null {
  const rect = element?.getBoundingClientRect();
  return rect ? { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 } : null;
}

export const trayPoint = (): Point | null => middle(places.tray?.querySelector('[aria-checked="true"]') ?? places.tray);

export const creditPoint = (): Point | null => middle(places.credit);
