/** Sounds made on the spot with Web Audio; three buses: effects, announcements, ambience. */
import { effect } from "@preact/signals";
import { volume } from "./state.ts";

const LEVELS = [0, 0.25, 0.55, 1] as const;
const BUS_GAIN = { effects: 0.5, announcements: 0.45, ambience: 0.05 } as const;
type Bus = keyof typeof BUS_GAIN;

interface Desk {
  readonly context: AudioContext;
  readonly master: GainNode;
  readonly buses: Record<Bus, GainNode>;
}

let desk: Desk | null = null;

function bus(context: AudioContext, master: GainNode, name: Bus): GainNode {
  const gain = context.createGain();
  gain.gain.value = BUS_GAIN[name];
  gain.connect(master);
  return gain;
}

/** A quiet room: low filtered noise in a two-second loop. */
function startAmbience({ context, buses }: Desk): void {
  const buffer = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let last = 0;
  for (let n = 0; n < samples.length; n += 1) {
    last = (last + 0.02 * (Math.random() * 2 - 1)) / 1.02;
    samples[n] = last * 3;
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.loop = true;
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = 320;
  source.connect(filter).connect(buses.ambience);
  source.start();
}

/** Browsers allow sound only after a touch; kiosks allow it at once. Called on the first press. */
export function unlock(): void {
  if (desk) {
    void desk.context.resume();
    return;
  }
  const context = new AudioContext();
  const master = context.createGain();
  master.connect(context.destination);
  const names: readonly Bus[] = ["effects", "announcements", "ambience"];
  const [effects, announcements, ambience] = names.map((name) => bus(context, master, name));
  if (!effects || !announcements || !ambience) return;
  desk = { context, master, buses: { effects, announcements, ambience } };
  startAmbience(desk);
  effect(() => {
    master.gain.setTargetAtTime(LEVELS[volume.value] ?? 0, context.currentTime, 0.02);
  });
}

interface Tone {
  readonly hz: number;
  readonly at?: number;
  readonly ms: number;
  readonly gain?: number;
  readonly wave?: OscillatorType;
}

function play(name: Bus, tones: readonly Tone[]): void {
  if (!desk || volume.value === 0) return;
  const { context, buses } = desk;
  for (const { hz, at = 0, ms, gain = 0.3, wave = "sine" } of tones) {
    const start = context.currentTime + at / 1000;
    const oscillator = context.createOscillator();
    oscillator.type = wave;
    oscillator.frequency.value = hz;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(gain, start + 0.004);
    envelope.gain.exponentialRampToValueAtTime(0.0005, start + ms / 1000);
    oscillator.connect(envelope).connect(buses[name]);
    oscillator.start(start);
    oscillator.stop(start + ms / 1000);
  }
}

/** Two clay discs touching. */
export const chip = (): void =>
  play("effects", [
    { hz: 2350, ms: 45, gain: 0.25, wave: "triangle" },
    { hz: 3120, at: 28, ms: 60, gain: 0.16, wave: "triangle" },
  ]);

export const refuse = (): void =>
  play("effects", [
    { hz: 240, ms: 120, gain: 0.35, wave: "triangle" },
    { hz: 190, at: 90, ms: 160, gain: 0.3, wave: "triangle" },
  ]);

export const tick = (last: boolean): void => play("effects", [{ hz: last ? 1320 : 880, ms: 70, gain: 0.22 }]);

export const openBets = (): void =>
  play("announcements", [
    { hz: 523, ms: 380 },
    { hz: 784, at: 150, ms: 520 },
  ]);

export const closeBets = (): void =>
  play("announcements", [
    { hz: 659, ms: 380 },
    { hz: 440, at: 160, ms: 560 },
  ]);

export const result = (): void => play("announcements", [{ hz: 988, ms: 700, gain: 0.2 }]);

const SCALE = [523, 659, 784, 1047, 1319, 1568, 2093] as const;

/** A rising figure: longer for a higher tier. */
export function win(tier: 1 | 2 | 3): void {
  const notes = SCALE.slice(0, tier * 2 + 1);
  play(
    "effects",
    notes.map((hz, n) => ({ hz, at: n * 95, ms: 520, gain: 0.22, wave: "triangle" as const })),
  );
}
