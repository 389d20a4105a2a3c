/** Bake the felt: a 256 px tile of noise and short fibres as a grey PNG that repeats without a seam. */
import { writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

const SIZE = 256;
const FIBRES = 5200;
let seed = 0x9e3779b9;

/** xorshift32: the tile must come out the same on every machine. */
function random() {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) / 2 ** 32;
}

const field = new Float64Array(SIZE * SIZE).map(() => 128 + (random() - 0.5) * 34);

for (let n = 0; n < FIBRES; n += 1) {
  const angle = random() * Math.PI;
  const length = 3 + random() * 9;
  const tone = (random() - 0.5) * 46;
  let x = random() * SIZE;
  let y = random() * SIZE;
  for (let step = 0; step < length; step += 1) {
    const at = (Math.floor(y) % SIZE) * SIZE + (Math.floor(x) % SIZE);
    field[at] += tone * (1 - step / length);
    x = (x + Math.cos(angle) + SIZE) % SIZE;
    y = (y + Math.sin(angle) + SIZE) % SIZE;
  }
}

function chunk(name, body) {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  const data = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(data));
  return Buffer.concat([head, data, tail]);
}

/** Sixteen greys are enough under a 50 % overlay and halve the file. */
function rows() {
  const bytes = [];
  for (let y = 0; y < SIZE; y += 1) {
    bytes.push(0);
    for (let x = 0; x < SIZE; x += 2) {
      const [a, b] = [0, 1].map((d) => Math.max(0, Math.min(15, Math.round(field[y * SIZE + x + d] / 17))));
      bytes.push((a << 4) | b);
    }
  }
  return Buffer.from(bytes);
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
header.set([4, 0, 0, 0, 0], 8);
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk("IHDR", header),
  chunk("IDAT", deflateSync(rows(), { level: 9 })),
  chunk("IEND", Buffer.alloc(0)),
]);
writeFileSync(new URL("../src/ui/felt.png", import.meta.url), png);
