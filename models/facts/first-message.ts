/** What a server compares in what came first on a connection that waits for a credential. */
export interface FirstMessageFacts {
  readonly message: 'read' | 'tooLarge' | 'late';
  /** What follows before the credential is judged. */
  readonly held: 'few' | 'tooMany';
  /** `absent` where the message has none, or none has come; `threw` and `late` is the application. */
  readonly credential: 'absent' | 'invalid' | 'threw' | 'late' | 'valid';
}
