/** PNG with a palette: charts have few colours, and are a third of the size of pictures with all channels. */
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colorsMax = 256;
const bitsPerPixel = 8;
const colorTypeOfPalette = 3;
const channels = 4;

/** `pixels`: red, green, blue and alpha of each. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

function writeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function writeChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([writeNumber(data.length), named, writeNumber(crc32(named))]);
}

/** Each row begins with its filter: 0 for none. */
function readColors({ width, height, pixels }: Picture) {
  const indices = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1));
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  for (let at = 0; at < width * height; at += 1) {
    const color = bytes.readUIntBE(at * channels, 3);
    const index = indices.get(color) ?? indices.size;
    indices.set(color, index);
    rows[at + Math.floor(at / width) + 1] = index;
  }
  return { colors: [...indices.keys()], rows };
}

/** Of an opaque picture. Null when it has more colours than a palette. */
export function toIndexedPng(picture: Picture): Buffer | null {
  const { colors, rows } = readColors(picture);
  if (colors.length > colorsMax) return null;
  const size = Buffer.concat([writeNumber(picture.width), writeNumber(picture.height)]);
  const palette = Buffer.concat(colors.map((color) => writeNumber(color).subarray(1)));
  return Buffer.concat([
    signature,
    writeChunk('IHDR', Buffer.concat([size, Buffer.from([bitsPerPixel, colorTypeOfPalette, 0, 0, 0])])),
    writeChunk('PLTE', palette),
    writeChunk('IDAT', deflateSync(rows, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}
