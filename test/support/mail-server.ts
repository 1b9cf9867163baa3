/** A real SMTP server whose faults a test chooses. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** In the order in which a delivery reaches them. `sent`: the reply 250 was written. */
export const mailSteps = ['connect', 'from', 'recipient', 'half', 'end', 'sent'] as const;
export type MailStep = (typeof mailSteps)[number];

/** A reply code refuses, `hang` never replies, `cut` closes the connection. */
export type MailFault = number | 'hang' | 'cut';

/** `onStep` decides what happens at a step; null continues. */
type OnStep = (step: MailStep) => MailFault | null;

export type MailServer = {
  url: string;
  /** Completely received messages, acknowledged or not. */
  received: { raw: string; mail: ParsedMail; recipients: string[] }[];
  /** Replaces the behaviour at the steps. */
  onStep: OnStep;
  close(): Promise<void>;
};

export async function startMailServer(onStep: OnStep = () => null): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const mails: MailServer = { url: '', received: [], onStep, close };

  function reach(step: MailStep, goOn: (refusal?: Error) => void): void {
    const fault = mails.onStep(step);
    if (fault === null) goOn();
    else if (fault === 'cut') for (const socket of sockets) socket.destroy();
    else if (fault !== 'hang') goOn(Object.assign(new Error('<a@example.ru> refused'), { responseCode: fault }));
  }

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, callback) => reach('connect', callback),
    onMailFrom: (_address, _session, callback) => reach('from', callback),
    onRcptTo: (_address, _session, callback) => reach('recipient', callback),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      let refusal: Error | undefined;
      stream.once('data', () =>
        reach('half', (error) => {
          refusal = error;
        }),
      );
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusal) return callback(refusal);
        const raw = Buffer.concat(chunks).toString();
        const recipients = envelope.rcptTo.map(({ address }) => address);
        mails.received.push({ raw, mail: await simpleParser(raw), recipients });
        reach('end', (error) => {
          callback(error ?? null, 'OK');
          if (!error) reach('sent', () => {});
        });
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // Cut connections must not fail the test.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  mails.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return mails;
}
