import type { EngineEvent } from "@pulumi/pulumi/automation";

export interface Change {
  readonly operation: Operation;
  /** Such as `AuthorizationSet cleaning`. */
  readonly resource: string;
}

const operations = ["create", "update", "replace", "delete"] as const;
export type Operation = (typeof operations)[number];

/** What the engine reports while it works on one stack, in a form for people. */
export class EventLog {
  readonly changes: Change[] = [];
  readonly #words = new Set<string>();
  readonly #errors = new Set<string>();

  add({ resOutputsEvent, diagnosticEvent }: EngineEvent): void {
    if (resOutputsEvent !== undefined) {
      const { op, type, urn } = resOutputsEvent.metadata;
      const operation = operations.find((known) => known === op);
      // The stack itself and its provider belong to Pulumi; everything else is an object of the service.
      if (operation !== undefined && !type.startsWith("pulumi:")) {
        this.changes.push({ operation, resource: `${afterLast(type, ":")} ${afterLast(urn, "::")}` });
      }
    } else if (diagnosticEvent !== undefined) {
      const text = diagnosticEvent.message.replace(/<\{%.*?%\}>/g, "").trim();
      switch (diagnosticEvent.severity) {
        case "error":
          this.#errors.add(text);
          break;
        case "info":
        case "warning":
          this.#words.add(text);
          break;
        // "debug" events come too, although the type does not list them. They hold outputs in clear text, so they are never shown.
        default:
      }
    }
  }

  /** What the provider said: drift, warnings, adoptions. */
  get words(): string[] {
    return [...this.#words].filter((text) => text !== "");
  }

  get errors(): string[] {
    // The engine's last line adds nothing to the reasons before it.
    const reasons = [...this.#errors].filter((text) => !/^(update|preview|destroy) failed$/.test(text));
    return reasons.length === 0 ? [...this.#errors] : reasons;
  }
}

function afterLast(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + separator.length);
}
