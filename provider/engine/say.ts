/**
 * A line for the person who reads the preview. Pulumi shows what the provider prints, under the stack. Control
 * characters are shown escaped: a name in the account must not be able to steer a terminal.
 */
export function say(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}

export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
