import { join, resolve } from "node:path";
import ts from "typescript";

const file = join(resolve(__dirname, "../../.."), "provider/engine/kind/spec.ts");

/** The members of an interface, with those that it inherits. A group counts as one. */
function membersOf(name: string): string[] {
  const program = ts.createProgram([file], { strict: true, skipLibCheck: true });
  const source = program.getSourceFile(file);
  const [declared] =
    source?.statements.filter(
      (statement): statement is ts.InterfaceDeclaration =>
        ts.isInterfaceDeclaration(statement) && statement.name.text === name,
    ) ?? [];
  if (declared === undefined) {
    throw new Error(`${file} has no interface ${name}.`);
  }
  const checker = program.getTypeChecker();
  return checker
    .getTypeAtLocation(declared)
    .getProperties()
    .map((property) => property.getName());
}

it("a specification of a kind has at most 30 members, so that a newcomer can hold it in mind", () => {
  const members = membersOf("ResourceSpec");
  expect(members).toEqual(expect.arrayContaining(["type", "identity", "list", "create", "remove"]));
  expect(members.length).toBeLessThanOrEqual(30);
});
