import type { EtcdDocument } from "../../../src/storage/etcd/etcd-document.ts";
import { rightOf } from "./test-home.ts";

/** What users are created with. */
export const admin = { admin: true, control: true };

/** The names of the users in a document, as its node has it. */
export const namesIn = (document: {
  readonly read: EtcdDocument<{ readonly users: readonly { readonly name: string }[] }>["read"];
}) => rightOf(document.read()).users.map(({ name }) => name);
