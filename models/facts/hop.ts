/** What became of one field on its way through a hop. */
export type FieldDisposition =
  /** There are no two messages that could be compared. */
  | 'unseen'
  /** Neither message has it, or the hop had to remove it because Connection names it. */
  | 'absent'
  | 'kept'
  | 'changed'
  /** The same values in fewer lines. */
  | 'merged'
  /** The same values in more lines. */
  | 'split'
  | 'dropped'
  /** The same values, some of them more than once. */
  | 'doubled'
  /** There was none before the hop. */
  | 'added';

/** The same for Upgrade and Connection, which belong to one connection: a hop may send its own. */
export type ConnectionFieldDisposition =
  | FieldDisposition
  /** Another list, which still names what the client or the backend named. */
  | 'replaced';

/** What an intermediary was seen to do with one handshake and the connection behind it. */
export interface HopFacts {
  /** `withheld` where the hop answered it and nothing arrived; `garbled` where no request arrived, but octets. */
  readonly request: 'arrived' | 'withheld' | 'dropped' | 'garbled';
  /** The version of HTTP in which the request was forwarded; `other` is neither of those that exist. */
  readonly requestHttp: 'unseen' | '1.1' | '1.0' | 'other';
  /** `absent` where the client does not ask for WebSocket. */
  readonly upgrade: ConnectionFieldDisposition;
  readonly connection: ConnectionFieldDisposition;
  /** The fields, other than Upgrade, that the Connection of the client names. */
  readonly nominated: 'unseen' | 'none' | 'removed' | 'forwarded';
  readonly host: FieldDisposition;
  /** `reduced` from the absolute form to the path and query of it. */
  readonly target: 'unseen' | 'kept' | 'reduced' | 'changed';
  readonly key: FieldDisposition;
  readonly version: FieldDisposition;
  readonly offeredSubprotocols: FieldDisposition;
  readonly offeredExtensions: FieldDisposition;
  readonly origin: FieldDisposition;
  /** Replies with 1xx other than 101; `dropped` where one that is owed to the client did not come out. */
  readonly interims: 'unseen' | 'none' | 'passed' | 'dropped';
  /**
   * `none` where the backend gave no final reply, and the hop none or 504; `own` where the hop answered instead,
   * since the backend gave none or one that is of no use; `garbled` where octets came out that are no reply.
   */
  readonly reply: 'unseen' | 'relayed' | 'none' | 'own' | 'dropped' | 'garbled';
  /** `downgraded` is a refusal in HTTP/1.0, which may be meant; `1.0` is a 101 in it, which never is. */
  readonly replyHttp: 'unseen' | '1.1' | 'downgraded' | '1.0' | 'other';
  /** Whether a 101 came out, and whether it switches to what the client had asked for. */
  readonly switched: 'unseen' | 'none' | 'asked' | 'unasked';
  /** `replaced` is one refusal in place of another. */
  readonly status: 'unseen' | 'kept' | 'replaced' | 'changed';
  /** Of a 101 alone: in other replies these two are the hop's own. */
  readonly repliedUpgrade: ConnectionFieldDisposition;
  readonly repliedConnection: ConnectionFieldDisposition;
  readonly accept: FieldDisposition;
  readonly chosenSubprotocol: FieldDisposition;
  readonly agreedExtensions: FieldDisposition;
  /** Whether the connection outlived the pause between two pings. */
  readonly idle: 'unseen' | 'outlived' | 'ended';
}

/** What a hop may do as it likes. */
export type HopPermit =
  /** Refuse a request that breaks a rule, by a reply or by closing. */
  | 'refuseOddRequest'
  /** Answer by a reply of its own: a page for its errors, its limits, its own rules. */
  | 'ownReply'
  /** Send one refusal in place of another. */
  | 'otherRefusal'
  /** Send a refusal in HTTP/1.0 to a client that takes no other. */
  | 'refuseInHttp10'
  /** Send other options in Connection, or fewer protocols in Upgrade, as long as the one needed is there. */
  | 'ownOptions'
  /** Write the same list in fewer lines, or in more. */
  | 'otherLines'
  /** Send path and query alone for an absolute target, with the host of that target in Host. */
  | 'originForm'
  /** Do what its owner has configured, where RFC 9110 leaves that to them. */
  | 'configured'
  /** Send 1xx replies of its own, and keep the 100 that it has asked for itself. */
  | 'ownInterim'
  /** Add fields that are none of the handshake's: Via, Forwarded, X-Forwarded-For and their like. */
  | 'addedFields'
  /** Write names of fields in other letter case, differently named fields in another order, another reason. */
  | 'otherSpelling';
