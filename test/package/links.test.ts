import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { packageFolder } from "../pulumi/from-setup";

/** Somebody who has only the package can follow every link: there is no other place that all users can reach. */
describe("The pages in the package", () => {
  const folder = (): string => join(packageFolder(), "node_modules", "pulumi-smartlock");

  const pagesBelow = (path: string): string[] =>
    readdirSync(path)
      .map((name) => join(path, name))
      .flatMap((file) => (statSync(file).isDirectory() ? pagesBelow(file) : [file]))
      .filter((file) => file.endsWith(".md"));

  /** As GitHub and others name the headings of a page. */
  const headingsOf = (page: string): string[] =>
    [...readFileSync(page, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, "")
        .replaceAll(" ", "-"),
    );

  it("have only links to files and headings that are in it, too", () => {
    const broken = pagesBelow(folder()).flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^https?:/.test(link))
        // The page about the tests leads to the tests, and only a clone has those.
        .filter((link) => !(page.endsWith("reliability.md") && link.startsWith("../test/")))
        .filter((link) => {
          const [path = "", heading] = link.split("#");
          const target = path === "" ? page : join(dirname(page), path);
          return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading));
        })
        .map((link) => `${relative(folder(), page)}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("include the guides", () => {
    const guides = readdirSync(join(folder(), "docs/guides"));
    expect(guides).toEqual(expect.arrayContaining(["existing-objects.md", "simulator.md"]));
  });
});
