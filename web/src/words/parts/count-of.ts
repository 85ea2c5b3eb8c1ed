/** A number with its noun: "1 delivery", "1,204 deliveries". */
export function getCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
