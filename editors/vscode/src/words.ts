// How numbers are said.

/** A number of things, with its thousands separated: "1,204 calls". */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
