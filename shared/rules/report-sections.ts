/** The sections of a report, and its forms. Their order is that of the document and of the dialog. */

/** The sections of «Сводка». */
export const summarySections = {
  figures: 'В цифрах',
  main: 'Главное',
  standouts: 'Что выделяется',
  newSources: 'Новые источники',
  work: 'Работа',
  collection: 'Сбор',
} as const;

/** The sections of «Аналитика». */
export const analyticsSections = {
  mentions: 'Упоминания по дням',
  words: 'По фразам',
  owners: 'По источникам',
  cities: 'По городам',
  hours: 'По дням недели и часам',
  states: 'По состояниям',
  people: 'По исполнителям',
  tags: 'По тегам',
  tones: 'По тону',
  views: 'Просмотры по дням',
  viewedSources: 'Просмотры по источникам',
  viewedPosts: 'Самые просматриваемые',
} as const;

export const reportSections = { ...summarySections, ...analyticsSections } as const;
export type SectionName = keyof typeof reportSections;

export const isSectionName = (name: string): name is SectionName => Object.hasOwn(reportSections, name);

/** Sections that only a client has: an administrator has no work. */
export const workSections: readonly SectionName[] = ['work', 'states', 'people', 'tags', 'tones'];

export const reportFormats = { mail: 'Письмо', pdf: 'PDF', docx: 'DOCX' } as const;
export type ReportFormat = keyof typeof reportFormats;
