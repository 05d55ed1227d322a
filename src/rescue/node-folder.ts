import { join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { usersFile } from "../host/users/user-directory.ts";
import { shellWord } from "../shell-word.ts";
import { exists, logFolder, markPath } from "./log-folder.ts";

/** Where a node of a cluster keeps in its data folder what it can fetch again. */
export const nodeFolder = (data: string): string => join(data, "node");

/** Whether a data folder can be that of a node; the left: it holds a home, which nobody would see in the cluster. */
export const checkNodeFolder = async (data: string): Promise<Either<string, void>> => {
  const holdsHome =
    (await exists(logFolder(data))) || (await exists(markPath(data))) || usersFile(data).isThere;
  if (!holdsHome) return right(undefined);
  return left(
    `${data} holds a home of its own, which is not in the cluster: move it in with floorplan import --data ${shellWord(data)} --cluster …, or give this node another folder with --data`,
  );
};

/** Whether a data folder can hold a home; the left: it is that of a node, whose home is in a cluster. */
export const checkHomeFolder = async (data: string): Promise<Either<string, void>> => {
  if (!(await exists(nodeFolder(data)))) return right(undefined);
  return left(
    `${data} is the folder of a node, whose home is in a cluster: name the cluster with --cluster, or take another folder with --data`,
  );
};
