/** What every contender supports that can: named as its own options name it. */
export const subprotocols = ['v2.chat', 'v1.chat'];
