import { unknownVariables } from "../../provider/engine/run/settings/unknown-variables";
import type { Settings } from "../../provider/engine/run/settings/settings";
import type { StackConfiguration } from "../connection/stack-configuration";
import { unknownInStack } from "../connection/misspelt-guards";
import { type Finding, hint, ok, problem } from "./finding";

/**
 * Settings that are misspelt: a guard with a wrong name is off.
 *
 * @param settings undefined if they cannot be used
 */
export async function settingFindings(
  settings: Settings | undefined,
  configuration: StackConfiguration | undefined,
  folder: string,
): Promise<Finding[]> {
  const unknown = [unknownVariables(process.env), await unknownInStack(configuration, folder)];
  const remedy = "Correct the name or remove it.";
  const found = [
    // An error says itself what to do.
    ...unknown.flatMap(({ errors }) => errors.map((what) => problem(what))),
    ...unknown.flatMap(({ warnings }) => warnings.map((what) => hint(what, remedy))),
  ];
  const isTokenPlain = configuration?.inPlainText.has("smartlock:token") === true;
  return [
    ...(isTokenPlain
      ? [
          problem(
            "smartlock:token is in the stack's file in plain text: anybody who can read the file can open doors.",
            "Run `pulumi config set --secret smartlock:token` with a new token, and delete this one in Nuki Web.",
          ),
        ]
      : []),
    ...(settings === undefined
      ? []
      : [
          ok(`Base URL ${settings.baseUrl} (${settings.baseUrlSource}).`),
          ok(`Token from ${settings.token.source}.`),
        ]),
    ...(found.length === 0 ? [ok("No setting is misspelt.")] : found),
  ];
}
