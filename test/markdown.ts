/** The contents of the code blocks of a page in one language, in their order. */
export function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].flatMap(([, name, text = ""]) =>
    name === language ? [text] : [],
  );
}
