/** What `npm test` has prepared for the tests: the Pulumi CLI, and a folder with the packed package installed. */
export function pulumiCli(): string {
  return required("SMARTLOCK_TEST_PULUMI");
}

export function packageFolder(): string {
  return required("SMARTLOCK_TEST_PACKAGE");
}

function required(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) {
    throw new Error(`${variable} is not set: run the tests with \`npm test\`.`);
  }
  return value;
}
