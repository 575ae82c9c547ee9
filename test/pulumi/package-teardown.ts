import { rmSync } from "node:fs";

export default function tearDown(): void {
  const folder = process.env["SMARTLOCK_TEST_PACKAGE"];
  if (folder !== undefined) {
    rmSync(folder, { recursive: true, force: true });
  }
}
