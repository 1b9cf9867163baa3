/** Generates pictures of posts, communities and people as SVG, the same for the same name. */
import { createRandom, hashText, type Random } from '../../server/backend/demo/random.ts';

const shape = (name: string, attributes: Record<string, string | number>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')}/>`;

const colour = (hue: number, saturation: number, lightness: number): string =>
  `hsl(${Math.round(hue) % 360},${saturation}%,${lightness}%)`;

function svg(width: number, height: number, [from, to]: [string, string], shapes: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    '<linearGradient id="g" x2="0" y2="1">',
    shape('stop', { 'stop-color': from }),
    shape('stop', { offset: 1, 'stop-color': to }),
    '</linearGradient>',
    shape('rect', { width, height, fill: 'url(#g)' }),
    ...shapes,
    '</svg>',
  ].join('');
}

/** Houses with lit windows, from left to right. */
function drawHouses(random: Random, { base, tone }: { base: number; tone: string }): string[] {
  const shapes: string[] = [];
  for (let x = -random.int(40); x < 600; ) {
    const width = 50 + random.int(70);
    const height = 60 + random.int(base);
    shapes.push(shape('rect', { x, y: 400 - height, width, height, fill: tone }));
    for (let y = 400 - height + 14; y < 380; y += 26) {
      for (let left = x + 10; left < x + width - 14; left += 20) {
        if (random.chance(0.4)) shapes.push(shape('rect', { x: left, y, width: 9, height: 12, fill: '#ffe9a8' }));
      }
    }
    x += width + random.int(30);
  }
  return shapes;
}

/** Hues of the sky from noon to sunset. */
const skies = [200, 215, 230, 255, 280, 15, 30] as const;

function drawView(random: Random): string {
  const hue = random.pick(skies);
  const sun = { cx: 60 + random.int(480), cy: 60 + random.int(90), r: 22 + random.int(22), fill: '#fff6d8' };
  return svg(
    600,
    400,
    [colour(hue, 55, 62), colour(hue + 40, 70, 88)],
    [
      shape('circle', sun),
      shape('ellipse', { cx: 150, cy: 400, rx: 380, ry: 90 + random.int(60), fill: colour(hue + 80, 30, 55) }),
      ...drawHouses(random, { base: 170, tone: colour(hue + 20, 22, 40) }),
      ...drawHouses(random, { base: 60, tone: colour(hue + 20, 24, 28) }),
    ],
  );
}

function drawEmblem(random: Random): string {
  const hue = random.int(360);
  const turn = `rotate(${random.int(90)} 50 50)`;
  return svg(
    100,
    100,
    [colour(hue, 60, 55), colour(hue + 50, 60, 40)],
    [
      shape('rect', { x: 26, y: 26, width: 48, height: 48, rx: random.int(24), fill: '#fff', transform: turn }),
      shape('circle', { cx: 50, cy: 50, r: 8 + random.int(10), fill: colour(hue + 25, 60, 45) }),
    ],
  );
}

function drawPerson(random: Random): string {
  const hue = random.int(360);
  return svg(
    100,
    100,
    [colour(hue, 40, 80), colour(hue, 40, 65)],
    [
      shape('circle', { cx: 50, cy: 105, r: 38, fill: colour(hue + 180, 35, 45) }),
      shape('circle', { cx: 50, cy: 44, r: 21, fill: colour(28, 45, 60 + random.int(20)) }),
      shape('path', { d: 'M27 44a23 23 0 0 1 46 0q-10-16-24-14t-22 14z', fill: colour(25, 30, 15 + random.int(35)) }),
    ],
  );
}

/** `name` begins with the kind of picture: «post12», «group3», «user7». */
export function drawPicture(name: string): string {
  const random = createRandom(hashText(name));
  if (name.startsWith('group')) return drawEmblem(random);
  return name.startsWith('user') ? drawPerson(random) : drawView(random);
}
