import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../../wal/index.ts";
import { usersFile } from "../host/users/user-directory.ts";
import { logFolder, markPath } from "./log-folder.ts";

/** Where a node of a cluster keeps in its data folder what it can fetch again. */
export const nodeFolder = (data: string): string => join(data, "node");

const isThere = async (path: string): Promise<boolean> => (await ifThere(stat(path))) !== undefined;

/** Why a data folder cannot be that of a node: it holds a home, which nobody would see in the cluster. */
export const whyNoNodeFolder = async (data: string): Promise<string | undefined> => {
  const holdsHome =
    (await isThere(logFolder(data))) || (await isThere(markPath(data))) || usersFile(data).isThere;
  return holdsHome
    ? `${data} holds a home of its own, which is not in the cluster: move it in with floorplan import --data ${data} --cluster …, or give this node another folder with --data`
    : undefined;
};

/** Why a data folder cannot hold a home: it is that of a node, whose home is in a cluster. */
export const whyNoHomeFolder = async (data: string): Promise<string | undefined> =>
  (await isThere(nodeFolder(data)))
    ? `${data} is the folder of a node, whose home is in a cluster: name the cluster with --cluster, or take another folder with --data`
    : undefined;
