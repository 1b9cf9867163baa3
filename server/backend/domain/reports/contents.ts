/** What a sending of a report sends, and how it is stored until the last mail has left. */
import type { ReportPlan } from '../../rules/reports/report.ts';
import type { ReportPart } from '../../store/report-sendings.ts';

/** `cid`: the name by which the HTML refers to the image, a PNG. */
export type ReportImage = { cid: string; content: Uint8Array };
/** `name`: of the attached file. `type`: its media type. */
export type ReportFile = { name: string; type: string; content: Uint8Array };

/** `date`: the moment of counting, in milliseconds. */
export type ReportContents = {
  subject: string;
  text: string;
  html: string;
  date: number;
  images: readonly ReportImage[];
  files: readonly ReportFile[];
};

/** Counts the plan now, and makes its mail and files. */
export type MakeReport = (plan: ReportPlan) => Promise<ReportContents>;

/** Part names are unique, because files have other names than images. */
const mailPart = 'mail';
type StoredMail = Omit<ReportContents, 'images' | 'files'> & { images: string[]; files: Omit<ReportFile, 'content'>[] };

export function toParts({ images, files, ...mail }: ReportContents): ReportPart[] {
  const named: StoredMail = {
    ...mail,
    images: images.map(({ cid }) => cid),
    files: files.map(({ name, type }) => ({ name, type })),
  };
  return [
    { name: mailPart, content: Buffer.from(JSON.stringify(named)) },
    ...images.map(({ cid, content }) => ({ name: cid, content })),
    ...files.map(({ name, content }) => ({ name, content })),
  ];
}

/** Null when the parts were deleted. */
export function fromParts(parts: readonly ReportPart[]): ReportContents | null {
  const contents = new Map(parts.map(({ name, content }) => [name, content]));
  const mail = contents.get(mailPart);
  if (mail === undefined) return null;
  const { images, files, ...rest } = JSON.parse(Buffer.from(mail).toString()) as StoredMail;
  const contentOf = (name: string): Uint8Array => contents.get(name) ?? new Uint8Array();
  return {
    ...rest,
    images: images.map((cid) => ({ cid, content: contentOf(cid) })),
    files: files.map((file) => ({ ...file, content: contentOf(file.name) })),
  };
}
