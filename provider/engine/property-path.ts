/** The steps of a path as Pulumi writes it: `settings.wifi`, `settings["wifi"]`, `smartlockIds[0]`. */
export function propertyPath(text: string): string[] {
  return text.split(/[.[\]"']+/).filter((step) => step !== "");
}

/** Whether a path stands for all fields: `*`, or `[*]`. */
export function isEverything(text: string): boolean {
  return propertyPath(text).join(".") === "*";
}

/** The value at a path. At a wildcard, everything that it stands for. */
export function valueAt(value: unknown, [step, ...below]: readonly string[]): unknown {
  if (step === undefined || step === "*" || typeof value !== "object" || value === null) {
    return value;
  }
  return Object.hasOwn(value, step) ? valueAt((value as Record<string, unknown>)[step], below) : undefined;
}
