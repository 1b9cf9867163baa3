/** Charts as PNG, for mail and DOCX. */
import { readFile } from 'node:fs/promises';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { escapeHtml } from '../../../shared/highlight.ts';
import { assetFile } from './assets.ts';
import { type Drawing, drawChart, type Shape, textColor, textSize } from './drawing.ts';
import { toIndexedPng } from './indexed-png.ts';
import { chartsOf, type ReportDocument } from './report-document.ts';

function toSvgShape(shape: Shape): string {
  if (shape.kind === 'rect') {
    const { x, y, width, height, fill } = shape;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
  }
  if (shape.kind === 'line') {
    const points = shape.points.map((point) => point.join(' ')).join();
    return `<polyline points="${points}" fill="none" stroke="${shape.stroke}" stroke-width="${shape.width}"/>`;
  }
  const { x, y, text, anchor } = shape;
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

const toSvg = ({ width, height, shapes }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Noto Sans" font-size="${textSize}" fill="${textColor}">${shapes.map(toSvgShape).join('')}</svg>`;

/** In pixels: sharp on dense screens, and small enough for six filters in one mail. */
const pictureWidth = 1200;

/** A picture per chart, in the order of the document. */
export async function renderCharts(document: ReportDocument): Promise<Uint8Array[]> {
  const charts = chartsOf(document);
  if (charts.length === 0) return [];
  await initWasm(await readFile(assetFile('resvg.wasm')));
  const font = {
    fontBuffers: [await readFile(assetFile('noto-sans.ttf'))],
    loadSystemFonts: false,
    defaultFontFamily: 'Noto Sans',
  };
  return charts.map((chart) => {
    const renderer = new Resvg(toSvg(drawChart(chart)), { fitTo: { mode: 'width', value: pictureWidth }, font });
    const image = renderer.render();
    try {
      return toIndexedPng(image) ?? image.asPng();
    } finally {
      image.free();
      renderer.free();
    }
  });
}
