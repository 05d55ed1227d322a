import type { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { User } from "../../auth/user.ts";

/** The most connections at a time, by kind. */
interface SlotLimits {
  /** Connections of users, who have sent a valid token. */
  readonly people: number;
  /** Connections of one user who may not save. */
  readonly viewer: number;
  /** All other connections, in total and per network. */
  readonly strangers: number;
  readonly networkStrangers: number;
}

/** Descriptors for everything else: the log, uploads, folders, and Node.js's own. */
const ownDescriptors = 64;

export interface Room {
  /** Requested connections of users, and of one user who may not save. */
  readonly connections: number;
  readonly viewerConnections: number;
  readonly uploads: number;
  /** Files and sockets that the system lets this process open. */
  readonly descriptors: number;
}

/**
 * Strangers get a quarter as many slots as users, and one network gets a quarter of those. Users and strangers get fewer
 * if the system allows fewer descriptors: a stranger may need two, one for its socket and one for the file that it is
 * sent.
 */
export const slotLimitsFor = ({
  connections,
  viewerConnections,
  uploads,
  descriptors,
}: Room): SlotLimits => {
  const room = Math.max(descriptors - ownDescriptors - uploads, 8);
  const strangers = Math.min(Math.max(Math.ceil(connections / 4), 16), Math.floor(room / 4));
  const people = Math.min(connections, room - 2 * strangers);
  return {
    people,
    viewer: viewerConnections,
    strangers,
    networkStrangers: Math.max(Math.ceil(strangers / 4), 1),
  };
};

/**
 * Called when a stranger must make room for another; the connection must end soon, and say `why` if its protocol can.
 */
export type MakeRoom = (why: string) => void;

type SlotHolder = Pick<User, "id" | "admin">;

/** What connections of users need of the slots. */
export interface UserSlots extends Pick<ConnectionSlots, "makesRoomBy"> {
  /**
   * The connection has sent a valid token. Returns why there is no slot for it, if so. `response`: the one to the
   * request that sent it; none from a websocket, which has its slot until it ends.
   */
  readonly isOfPerson: (
    socket: Socket,
    person: SlotHolder,
    response?: ServerResponse,
  ) => string | undefined;
}

interface Stranger {
  network: string;
  makeRoom: MakeRoom;
}

/**
 * Slots for connections: users, who have sent a valid token, and strangers, who have not yet, each have their own. A
 * stranger who finds none free replaces the longest-waiting one of its own network or, if all are taken, of the largest
 * network. So a client that logs in at once always finds a slot.
 */
export class ConnectionSlots {
  readonly #limits: SlotLimits;
  readonly #strangers = new Map<Socket, Stranger>();
  /** Each network's strangers, oldest first. */
  readonly #networks = new Map<string, Set<Socket>>();
  readonly #people = new Map<Socket, SlotHolder>();
  #refused = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Connections that found no free slot or had to make room. */
  get refused(): number {
    return this.#refused;
  }

  /** Adds a stranger's connection. Without a `network`, as for a proxy's, no per-network bound applies. */
  enter(socket: Socket, network: string | undefined, makeRoom: MakeRoom): void {
    this.#add(socket, { network: network ?? "", makeRoom });
    socket.once("close", () => {
      this.#remove(socket);
      this.#people.delete(socket);
    });
  }

  /** Frees the slot of a socket that continues as another object. */
  leave(socket: Socket): void {
    this.#remove(socket);
  }

  /** Assigns a proxied connection to its real network. */
  isOf(socket: Socket, network: string): void {
    const stranger = this.#strangers.get(socket);
    if (stranger === undefined || stranger.network === network) return;
    this.#remove(socket);
    this.#add(socket, { ...stranger, network });
  }

  /** Replaces how the connection makes room. */
  makesRoomBy(socket: Socket, makeRoom: MakeRoom): void {
    const stranger = this.#strangers.get(socket);
    if (stranger !== undefined) stranger.makeRoom = makeRoom;
  }

  /** The connection has sent a valid token. Returns why there is no slot for it, if so. */
  isOfPerson(socket: Socket, person: SlotHolder): string | undefined {
    if (this.#people.has(socket) || socket.destroyed) return undefined;
    const refusal = this.#refusalOf(person);
    if (refusal !== undefined) {
      this.#refused += 1;
      return refusal;
    }
    this.#remove(socket);
    this.#people.set(socket, person);
    return undefined;
  }

  /**
   * The same slots for the users of one home among others, which may have `most` connections of users at a time: a
   * websocket counts until it ends, and HTTP while a request is answered, as proxies and browsers keep connections open
   * that ask for nothing, or ask several homes.
   */
  ofHome(home: string, most: number): UserSlots {
    const own = new Set<EventEmitter>();
    return {
      makesRoomBy: (socket, makeRoom) => this.makesRoomBy(socket, makeRoom),
      isOfPerson: (socket, { id, admin }, response) => {
        const use: EventEmitter = response ?? socket;
        if (own.has(use) || socket.destroyed) return undefined;
        if (own.size >= most) {
          this.#refused += 1;
          return `home-connections: the home has ${most} connections of users at most`;
        }
        // Homes may have users of the same id: one home may be a copy of another.
        const refusal = this.isOfPerson(socket, { id: `${home}/${id}`, admin });
        if (refusal !== undefined) return refusal;
        own.add(use);
        use.once("close", () => own.delete(use));
        return undefined;
      },
    };
  }

  /** One user may take half of the slots; a quarter is reserved for administrators. */
  #refusalOf(person: SlotHolder): string | undefined {
    const { people, viewer } = this.#limits;
    if (this.#people.size >= people) return `all ${people} connections are in use (--connections)`;
    const all = [...this.#people.values()];
    const ofUser = Math.ceil(people / 2);
    const own = all.filter(({ id }) => id === person.id).length;
    if (!person.admin && own >= viewer)
      return `--viewer-connections: a user who may not save has ${viewer} at most`;
    if (own >= ofUser) return `--connections: one user has ${ofUser} of ${people} at most`;
    const ofViewers = people - Math.floor(people / 4);
    if (!person.admin && all.filter(({ admin }) => !admin).length >= ofViewers)
      return `--connections: ${ofViewers} of ${people} are for users who may not save`;
    return undefined;
  }

  #add(socket: Socket, stranger: Stranger): void {
    const { strangers, networkStrangers } = this.#limits;
    const { network } = stranger;
    const others = this.#networks.get(network) ?? new Set();
    if (network !== "" && others.size >= networkStrangers)
      this.#end(
        others,
        `--connections: an address has ${networkStrangers} without a login at most`,
      );
    else if (this.#strangers.size >= strangers)
      this.#end(this.#largest(), `--connections: there are ${strangers} without a login at most`);
    this.#strangers.set(socket, stranger);
    this.#networks.set(network, others.add(socket));
  }

  #remove(socket: Socket): void {
    const stranger = this.#strangers.get(socket);
    if (stranger === undefined) return;
    this.#strangers.delete(socket);
    const others = this.#networks.get(stranger.network);
    others?.delete(socket);
    if (others?.size === 0) this.#networks.delete(stranger.network);
  }

  #end(sockets: ReadonlySet<Socket>, why: string): void {
    const [oldest] = sockets;
    if (oldest === undefined) return;
    const { makeRoom } = this.#strangers.get(oldest) ?? {};
    this.#remove(oldest);
    this.#refused += 1;
    makeRoom?.(`${why}, and the oldest makes room`);
  }

  #largest(): ReadonlySet<Socket> {
    let largest: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#networks.values())
      if (sockets.size > largest.size) largest = sockets;
    return largest;
  }
}
