/** Of a text that begins with YYYY-MM-DD: is there such a day? */
export function isCalendarDate(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  return day >= 1 && day <= daysIn(year, month);
}

/** 0 if there is no such month. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return monthLengths[month - 1] ?? 0;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
