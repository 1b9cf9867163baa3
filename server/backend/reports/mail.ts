/**
 * A report as a mail: HTML of tables with inline styles, because mail programs drop style sheets and vector pictures, and plain
 * text beside it.
 */
import { escapeHtml } from '../../../shared/highlight.ts';
import {
  chartsOf,
  type ReportBlock,
  type ReportCell,
  type ReportChapter,
  type ReportChart,
  type ReportDocument,
  type ReportFact,
  type ReportFigure,
  type ReportTable,
  type ReportText,
} from './report-document.ts';

/** `cid`: the Content-ID that the HTML names. */
export type ReportPicture = { cid: string; content: Buffer };

/** Equal for all recipients: the link that stops the mails follows the HTML and the text. */
export type ReportMail = { subject: string; html: string; text: string; images: readonly ReportPicture[] };

/**
 * `pictures`: one per chart. `isWhole`: with all chapters, otherwise only the first page. `leavesOutDocx`: the file was too large.
 */
export type MailOptions = { pictures: readonly Buffer[]; isWhole: boolean; leavesOutDocx: boolean };

const colors = {
  page: '#f4f6f9',
  ground: '#fff',
  head: '#eef1f6',
  text: '#1a1e26',
  muted: '#586070',
  link: '#1f4fb8',
};
const line = 'border-bottom:1px solid #dde';

/** Mail programs would make links of addresses in names. */
const addresses = /(?<=[\p{L}\p{N}])[.@](?=\p{L}{2})|:\/\//gu;
const unlinked = (text: string): string => text.replace(addresses, '\u200c$&');

const plain = (text: string): string => escapeHtml(unlinked(text));

type CellStyle = { tag?: 'td' | 'th'; background?: string; color?: string; style?: string; span?: number };

/** Programs with a dark theme change only colours that a cell does not state. */
const cell = (
  html: string,
  { tag = 'td', background = colors.ground, color = colors.text, style = '', span = 1 }: CellStyle,
) =>
  `<${tag}${tag === 'th' ? ' scope="col"' : ''}${span > 1 ? ` colspan="${span}"` : ''} style="background:${background};color:${color};${style}">${html}</${tag}>`;

const part = ({ text, href }: ReportText): string =>
  href === null ? plain(text) : `<a href="${escapeHtml(href)}" style="color:${colors.link}">${plain(text)}</a>`;

const row = (html: string): string => `<tr>${html}</tr>`;
const innerTable = (rows: string): string =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${rows}</table>`;

/** A row of the mail's outer table. */
const block = (html: string, style = ''): string =>
  row(cell(html, { style: `padding:0 16px 12px;font:14px/20px Arial,sans-serif;${style}` }));

const cellStyle = 'padding:4px 5px;font:13px/18px Arial,sans-serif';
const underline = `;${line}`;
/** Only the first column gives way to a narrow window: its names may be long, and numbers must not be torn. */
const breakable = ';overflow-wrap:anywhere';
const alignOf = (one: ReportCell | undefined): string => (one?.isFigure ? ';text-align:right' : '');

const headCell = (text: string, style: string, span = 1): string =>
  cell(plain(text), { tag: 'th', background: colors.head, style: `${cellStyle}${style}`, span });

function tableHtml({ heads, rows }: ReportTable): string {
  const head = heads.map((text, column) =>
    headCell(text, `${underline}${alignOf(rows[0]?.[column]) || ';text-align:left'}`),
  );
  const body = rows.map((cells) =>
    cells.map((one, column) =>
      cell(part(one), { style: `${cellStyle}${underline}${alignOf(one)}${column === 0 ? breakable : ''}` }),
    ),
  );
  return innerTable([head, ...body].map((cells) => row(cells.join(''))).join(''));
}

/** Each sentence has a line of its own above its figures, so that it has room in a narrow window. */
function quotesHtml({ heads: [head = '', ...heads], rows }: ReportTable): string {
  const span = heads.length;
  const headRows = [
    headCell(head, ';text-align:left', span),
    heads.map((text, column) => headCell(text, `${underline}${alignOf(rows[0]?.[column + 1]) || ';text-align:left'}`)),
  ];
  const body = rows.flatMap(([quote, ...cells]) => [
    quote ? cell(part(quote), { style: `${cellStyle}${breakable}`, span }) : '',
    cells.map((one) => cell(part(one), { style: `${cellStyle}${underline}${alignOf(one)}` })),
  ]);
  return innerTable([...headRows, ...body].map((cells) => row([cells].flat().join(''))).join(''));
}

function figuresHtml(figures: readonly ReportFigure[]): string {
  const small = (text: string): string => `<span style="color:${colors.muted};font-size:12px">${plain(text)}</span>`;
  const cells = figures.map((figure) =>
    cell(
      `${small(figure.name)}<br><strong style="font-size:20px;line-height:28px">${part(figure)}</strong><br>${small(figure.note)}`,
      {
        style: 'padding:4px 8px 4px 0;font:13px/18px Arial,sans-serif;vertical-align:top',
      },
    ),
  );
  return innerTable(row(cells.join('')));
}

const pictureHtml = ({ alternative }: ReportChart, cid: string): string =>
  `<img src="cid:${cid}" width="600" alt="${escapeHtml(alternative)}" style="display:block;width:100%;max-width:600px;height:auto;border:0">`;

type Cids = ReadonlyMap<ReportChart, string>;

function blockHtml(one: ReportBlock, cids: Cids): string {
  if (one.kind === 'paragraph') return block(one.parts.map(part).join(''));
  if (one.kind === 'figures') return block(figuresHtml(one.figures));
  if (one.kind === 'table') return block(one.hasQuotes ? quotesHtml(one) : tableHtml(one));
  const cid = cids.get(one);
  return cid === undefined ? '' : block(pictureHtml(one, cid));
}

const heading = (level: 1 | 2 | 3, text: string): string => {
  const [size, top] = { 1: [22, 20], 2: [18, 16], 3: [15, 8] }[level] ?? [14, 0];
  return block(
    `<h${level} style="margin:0;color:${colors.text};font-size:${size}px;line-height:1.3">${plain(text)}</h${level}>`,
    `padding-top:${top}px`,
  );
};

const factsHtml = (facts: readonly ReportFact[]): string =>
  block(
    innerTable(
      facts
        .map(([label, text]) => {
          const style = `padding:2px 12px 2px 0;font:14px/20px Arial,sans-serif;vertical-align:top`;
          return row(cell(plain(label), { color: colors.muted, style }) + cell(plain(text), { style }));
        })
        .join(''),
    ),
  );

const chapterHtml = ({ title, facts, sections }: ReportChapter, cids: Cids): string =>
  [
    heading(2, title),
    factsHtml(facts),
    ...sections.flatMap((section) => [heading(3, section.title), ...section.blocks.map((one) => blockHtml(one, cids))]),
  ].join('');

type Content = { document: ReportDocument; notes: readonly string[]; cids: Cids };

function htmlOf({ document, notes, cids }: Content): string {
  const { title, subject, author, facts, chapters } = document;
  const footer = `color:${colors.muted};padding-top:12px;border-top:1px solid #d9dee6`;
  const rows = [
    heading(1, title),
    factsHtml(facts),
    ...notes.map((note) => block(plain(note))),
    ...chapters.map((chapter) => chapterHtml(chapter, cids)),
    block(plain(author), footer),
  ];
  return [
    '<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:0;background:${colors.page}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colors.page}"><tr><td align="center" bgcolor="${colors.page}" style="background:${colors.page};padding:8px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:680px;text-align:left;overflow-wrap:break-word">${rows.join('')}</table>`,
    '</td></tr></table></body></html>\n',
  ].join('');
}

function blockText(one: ReportBlock): string[] {
  if (one.kind === 'paragraph') return [one.parts.map(({ text }) => text).join('')];
  if (one.kind === 'figures') return one.figures.map(({ name, text, note }) => `${name}: ${text} (${note})`);
  if (one.kind === 'chart') return [];
  return [one.heads.join(' | '), ...one.rows.map((cells) => cells.map(({ text }) => text).join(' | '))];
}

const factLines = (facts: readonly ReportFact[]): string[] => facts.map(([label, text]) => `${label}: ${text}`);

function textOf({ document, notes }: Content): string {
  const { title, author, facts, chapters } = document;
  const lines = [
    title,
    ...factLines(facts),
    ...notes,
    ...chapters.flatMap((chapter) => [
      '',
      chapter.title.toLocaleUpperCase('ru-RU'),
      ...factLines(chapter.facts),
      ...chapter.sections.flatMap((section) => ['', section.title, ...section.blocks.flatMap(blockText)]),
    ]),
    '',
    author,
  ];
  return lines.map(unlinked).join('\n');
}

/** Without attached files, as the mail is sent. */
const mailMax = 400 * 1024;

/** Headers and the structure of the parts. */
const framing = 4096;

/** As nodemailer encodes a text: mostly Latin letters as quoted-printable, others as base64. Both break their lines. */
function transferred(text: string): number {
  const bytes = Buffer.from(text);
  const latin = text.match(/[a-z]/gi)?.length ?? 0;
  const others = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  const escaped = bytes.reduce((count, byte) => count + (byte > 126 || byte === 61 ? 1 : 0), 0);
  return others < latin ? 1.04 * (bytes.length + 2 * escaped) : 1.37 * bytes.length;
}

const sizeOf = ({ html, text, images }: ReportMail): number =>
  framing + transferred(html) + transferred(text) + images.reduce((sum, { content }) => sum + 1.37 * content.length, 0);

function compose(document: ReportDocument, notes: readonly string[], pictures: readonly Buffer[]): ReportMail {
  const images = pictures.map((content, index) => ({ cid: `chart-${index + 1}`, content }));
  const cids = new Map(
    chartsOf(document).flatMap((chart, index) => (images[index] ? [[chart, images[index].cid]] : [])),
  );
  const content = { document, notes, cids };
  return { subject: document.subject, html: htmlOf(content), text: textOf(content), images };
}

/** The document without its last section, and the title of that section; null without sections. */
function withoutLast(document: ReportDocument): { rest: ReportDocument; title: string } | null {
  const index = document.chapters.findLastIndex(({ sections }) => sections.length > 0);
  const chapter = document.chapters[index];
  const last = chapter?.sections.at(-1);
  if (chapter === undefined || last === undefined) return null;
  const shortened = { ...chapter, sections: chapter.sections.slice(0, -1) };
  const title = document.chapters.length > 1 ? `${chapter.title}: ${last.title}` : last.title;
  return { rest: { ...document, chapters: document.chapters.with(index, shortened) }, title };
}

/** Leaves out charts, then sections from the end, until the mail is small enough. */
function composeWithin(document: ReportDocument, notes: readonly string[], pictures: readonly Buffer[]): ReportMail {
  const whole = compose(document, notes, pictures);
  if (sizeOf(whole) <= mailMax) return whole;
  const left: string[] = [];
  for (let shown = document; ; ) {
    const note = ['Диаграммы в письмо не поместились', ...left].join('; ');
    const shortened = compose(shown, [...notes, `${note}.`], []);
    const next = withoutLast(shown);
    if (sizeOf(shortened) <= mailMax || next === null) return shortened;
    left.unshift(next.title);
    shown = next.rest;
  }
}

const firstPage = (document: ReportDocument): ReportDocument => ({
  ...document,
  chapters: document.chapters.map((chapter) => ({ ...chapter, sections: [] })),
});

export function makeMail(document: ReportDocument, { pictures, isWhole, leavesOutDocx }: MailOptions): ReportMail {
  const notes = leavesOutDocx ? ['DOCX не приложен: вместе файлы больше 7 МБ.'] : [];
  return isWhole ? composeWithin(document, notes, pictures) : compose(firstPage(document), notes, []);
}
