/** For example «6 ч» and «7 дней». */
export const ageText = (hours: number): string => (hours < 168 ? `${hours} ч` : `${hours / 24} дней`);
