import { join } from "node:path";
import type { Node, SourceFile } from "typescript/unstable/ast";
import { API, type Checker, type Project } from "typescript/unstable/sync";
import type { TestScope } from "../support/service.ts";

/** The modules of a project of TypeScript, with what the compiler knows of them. */
export interface TypedSources {
  /** By their paths from the project's folder. */
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly checker: Checker;
  /** Where what stands behind a declaration's handle is looked up. */
  readonly project: Project;
}

/**
 * Opens the project of a folder, as its `tsconfig.json` says, for as long as the test goes on. TypeScript calls this
 * interface of its compiler unstable: another version may want changes here and in what looks at its trees.
 */
export const openSources = (t: TestScope, folder: string): TypedSources => {
  const api = new API({ cwd: folder });
  t.after(() => api.close());
  const [project] = api
    .updateSnapshot({ openProjects: [join(folder, "tsconfig.json")] })
    .getProjects();
  if (project === undefined) throw new Error(`${folder} is no project`);
  const { program, checker, rootFiles } = project;
  const sources = new Map<string, SourceFile>();
  for (const path of rootFiles) {
    const source = program.getSourceFile(path);
    if (source !== undefined) sources.set(path.slice(join(folder, "/").length), source);
  }
  return { sources, checker, project };
};

/** Looks at something and at all that is in it. */
export const visit = (node: Node, look: (node: Node) => void): void => {
  look(node);
  node.forEachChild((child) => visit(child, look));
};

/** Where something stands, and how it begins. */
export const placeOf = (file: string, source: SourceFile, node: Node): string => {
  const line = source.text.slice(0, node.getStart()).split("\n").length;
  return `${file}:${line}: ${node.getText().replace(/\s+/g, " ").slice(0, 70)}`;
};
