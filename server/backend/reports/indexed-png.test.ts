// Proves: reports#files
import { inflateSync } from 'node:zlib';
import { toIndexedPng } from './indexed-png.ts';

const opaque = (...colors: (readonly [red: number, green: number, blue: number])[]) =>
  Uint8Array.from(colors.flatMap((color) => [...color, 255]));

const chunkOf = (png: Buffer, name: string): Buffer => {
  const at = png.indexOf(name, 8, 'latin1');
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
};

test('a picture of few colours has a palette, in which its pixels are numbers', () => {
  const [white, blue] = [[255, 255, 255] as const, [47, 103, 216] as const];
  const png = toIndexedPng({ width: 2, height: 2, pixels: opaque(white, blue, blue, white) }) ?? Buffer.alloc(0);
  expect(png.subarray(0, 4).toString('latin1')).toBe('\u0089PNG');
  expect([...chunkOf(png, 'IHDR')]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
  expect([...chunkOf(png, 'PLTE')]).toEqual([...white, ...blue]);
  expect([...inflateSync(chunkOf(png, 'IDAT'))]).toEqual([0, 0, 1, 0, 1, 0]);
});

test('a picture of more colours has none', () => {
  const colors = Array.from({ length: 300 }, (_, at) => [at % 256, Math.floor(at / 256), 0] as const);
  expect(toIndexedPng({ width: 300, height: 1, pixels: opaque(...colors) })).toBeNull();
});
