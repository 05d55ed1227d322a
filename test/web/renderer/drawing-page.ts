import { fileURLToPath } from "node:url";
import type { TestContext } from "node:test";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { root } from "../../support/source-files.ts";
import { useCards } from "../card-page.ts";

const bundled = () =>
  build({
    absWorkingDir: root,
    entryPoints: [fileURLToPath(new URL("drawing-stage.ts", import.meta.url))],
    bundle: true,
    format: "iife",
    write: false,
    target: "es2022",
    define: { iconGroups: '""', "import.meta.url": "location.href" },
    tsconfig: "src/web/tsconfig.json",
  });

/** What all files of a process load into their pages, once one of them opens a page. */
let stage: ReturnType<typeof bundled> | undefined;

/** The drawing alone in a page, without a card around it: `draw(plan, given)` and `sheet` are there for scripts. */
export const useDrawing = (): ((t: TestContext) => Promise<Page | undefined>) => {
  const { openPage } = useCards();
  return async (t) => {
    const page = await openPage(t);
    const [script] = (await (stage ??= bundled())).outputFiles;
    await page?.evaluate(script?.text ?? "");
    return page;
  };
};
