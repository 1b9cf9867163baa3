/** Generates pictures of posts, communities and people as SVG, the same for the same name. */
import { createRandom, hashText, type Random } from '../../server/backend/demo/random.ts';

const colour = (hue: number, lightness: number): string => `hsl(${hue % 360},45%,${lightness}%)`;

/** A row of houses below the sun. */
function drawView(random: Random, hue: number): string {
  const houses = Array.from({ length: 8 }, (_, index) => {
    const height = 60 + random.int(170);
    return `<rect x="${index * 78 - 10}" y="${400 - height}" width="70" height="${height}" fill="${colour(hue + 20, 28)}"/>`;
  });
  return `<circle cx="${60 + random.int(480)}" cy="90" r="36" fill="#fff6d8"/>${houses.join('')}`;
}

const drawEmblem = (random: Random): string =>
  `<rect x="175" y="75" width="250" height="250" rx="${random.int(125)}" fill="#fff"/>`;

const drawPerson = (hue: number): string =>
  `<g fill="${colour(hue + 180, 35)}"><circle cx="300" cy="170" r="85"/><circle cx="300" cy="430" r="155"/></g>`;

/** `name` begins with the kind of picture: «post12», «group3», «user7». */
export function drawPicture(name: string): string {
  const random = createRandom(hashText(name));
  const hue = random.int(360);
  const isPost = name.startsWith('post');
  const content = isPost ? drawView(random, hue) : name.startsWith('group') ? drawEmblem(random) : drawPerson(hue);
  const size = isPost
    ? 'viewBox="0 0 600 400" width="600" height="400"'
    : 'viewBox="100 0 400 400" width="100" height="100"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<rect width="600" height="400" fill="${colour(hue, 70)}"/>${content}</svg>`,
  ].join('');
}
