/** A gateway in front of etcd. */
import { EtcdStore } from "./etcd-client.ts";
import { serveStore } from "./gateway.ts";

serveStore((path) => Promise.resolve(new EtcdStore(path, "plan")));
