/** A gateway in front of etcd. */
import { EtcdStore } from "./etcd-client.ts";
import { serveStore } from "./gateway.ts";

serveStore((path) => EtcdStore.connect(path, "plan"));
