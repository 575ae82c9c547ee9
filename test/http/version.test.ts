import { join } from "node:path";
import { packageVersion } from "../../provider/http/version";

jest.mock("node:fs", () => ({
  ...jest.requireActual<object>("node:fs"),
  readFileSync: (file: string): string => mockManifest(file),
}));

/**
 * Each parent folder has a manifest that is not the package's own: one is broken, one has no version, one is another
 * package's.
 */
function mockManifest(file: string): string {
  switch (file) {
    case join(__dirname, "../../provider/http/package.json"):
      return "{";
    case join(__dirname, "../../provider/package.json"):
      return '{"name":"pulumi-smartlock","version":7}';
    case join(__dirname, "../../package.json"):
      return '{"name":"another","version":"7.0.0"}';
    default:
      throw new Error("no such file");
  }
}

it("the version is unknown where no folder upwards holds the package's own manifest", () => {
  expect(packageVersion).toBe("unknown");
});
