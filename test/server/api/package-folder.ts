import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../support/source-files.ts";
import { type TestScope, temporaryFolder } from "../../support/service.ts";

/** A folder in which a program finds the package by its name, with what was built, and the packages that it needs. */
export const packageFolder = async (t: TestScope): Promise<string> => {
  const folder = await temporaryFolder(t);
  const packages = join(folder, "node_modules");
  await mkdir(join(packages, "floorplan"), { recursive: true });
  await cp(join(root, "package.json"), join(packages, "floorplan/package.json"));
  await symlink(join(root, "dist"), join(packages, "floorplan/dist"));
  await symlink(join(root, "node_modules/ws"), join(packages, "ws"));
  return folder;
};
