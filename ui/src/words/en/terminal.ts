/** Texts of `usher probe`. The page does not draw them. */
export const terminal = {
  usage: `usher probe [options] '<'URL | [NAME=value …] command arguments …>

Connects to one MCP server as the window does, prints what was negotiated and what the server
lists, runs one request on demand, and disconnects.

Options, anywhere before a lone "--"; after it everything belongs to the command of the server:
  --era auto|legacy|modern   which lifecycle of the protocol to use (auto)
  --header "Name: value"     sent with each request to a URL; may be repeated
  --call TOOL JSON           call a tool with these arguments
  --read URI                 read a resource
  --get PROMPT JSON          get a prompt with these arguments
  --json                     print one JSON document instead of text

Exit code: 0 the server works, 1 the server or the request failed, 2 wrong usage.`,
  help: `usher                    open the window
usher connect            be an MCP server on stdin and stdout that leads to all servers, see usher connect --help
usher serve              serve clients without a window
usher clients            list the clients, and those that wait
usher approvals          list what waits for your approval
usher approve WHAT       show an approval (A-1) or a waiting client, and decide
usher probe …            connect to one MCP server, see usher probe --help
usher --demo-server      run the demo MCP server on stdin and stdout
usher --version          print the version`,
  connectUsage: `usher connect [--as NAME]

Is an MCP server on stdin and stdout. It leads to the servers and webtools of Usher, as far as they are
reviewed and you allow it. Usher is started if it does not run.

  --as NAME   the name of the client; Usher asks once for each name and program`,
  serveUsage: `usher serve [--until-idle] [--http]

Serves the clients that start usher connect, without a window. A window that opens later takes over.

  --until-idle   end 5 minutes after the last client has left
  --http         also serve the clients added under HTTP access, on 127.0.0.1`,
  clientsUsage: `usher clients

Lists the clients of the Usher that runs, with their programs and what they may see.`,
  approvalsUsage: `usher approvals

Lists what waits for your approval, with the arguments of each call.`,
  approveUsage: `usher approve A-NUMBER | CLIENT

Shows a call that waits, or a new client by its name, and asks whether it may run or connect. It is refused
below servers and clients of Usher, and in their terminals.`,
  connectFailed: 'usher connect: Usher couldn’t be reached: {reason}.',
  connectLoop: 'usher connect: a server of Usher cannot connect to Usher.',
  refusedOfServer: 'a server of Usher cannot be its client',
  refusedOfClient:
    'a client of Usher, and what it starts, can’t decide for you; use a terminal outside it, with an Usher that it didn’t start',
  refusedOrphan: 'the program that started usher connect has ended',
  refusedChanged: 'the program that connects changed meanwhile',
  connectNoName: '--as needs a name.',
  unknownArgument: 'There is no option {argument}.',
  servesHttp: 'Serving clients over HTTP at {url}',
  questionWaits: 'Approval A-{number} waits; answer it in Usher, or with: usher approve A-{number}',
  clientWaits: 'A new client waits; see it in Usher, or with: usher clients',
  notReached: 'Usher couldn’t be reached: {reason}.',
  noOwner: 'Usher isn’t running; start it with: usher serve',
  notInTerminal: 'usher approve asks you, and needs a terminal for that.',
  nothingWaits: 'No approval or client “{what}” waits; see: usher approvals, usher clients',
  noClients: 'No client has connected yet.',
  noApprovals: 'No approval waits.',
  runCall: 'A-{number}: run {tool} of {server} once? y = run, n = decline, Enter = decide later',
  allowClient: 'Allow {client}? y = allow, n = block, Enter = decide later',
  declineOnly: 'A-{number}: open Usher to answer {server}. n = decline, Enter = decide later',
  changed: 'This changed since it was shown; run the command again.',
  undecided: 'Nothing was decided.',
  approved: 'The call runs.',
  declined: 'Declined.',
  allowed: 'The client is allowed.',
  blocked: 'The client is blocked.',
  seesAll: 'all servers and webtools, also those added later',
  seesSome: '{count, plural, one {# server or webtool} other {# servers or webtools}}',
  status: { waiting: 'waiting', allowed: 'allowed', paused: 'paused', blocked: 'blocked' },
  fact: {
    program: 'Program: {value}',
    script: 'Script: {value}',
    startedBy: 'Started by: {value}',
    connectsAs: 'Connects as: {value}',
    sees: 'May see: {value}',
  },
  asks: {
    clientCall: '{client} calls {tool} of {server}',
    call: 'A call of {tool} of {server}',
    form: '{server} asks for information',
    url: '{server} asks you to open a page',
    sample: '{server} requests a response from a model',
    roots: '{server} asks for your folders',
    link: 'A page of {server} is to be opened',
  },
  serveFailed: 'usher serve: Clients can’t be served: {reason}',
  ownerEnded: 'Usher was closed before it answered. Whether the call ran is not known.',
  answerTooLong: 'The answer is too long to be passed on.',
  unknownCommand: 'usher: There is no command {command}.\n\nTry "usher --help".',
  noWindow: 'usher: The window couldn’t be opened: {program}: {reason}.',
  misuse: 'usher probe: {problem}\n\nTry "usher probe --help".',
  field: '{field}: {problem}',
  notStarted: 'The program couldn’t start: {reason}.',
  argument: {
    noText: '{argument} is not valid text.',
    era: '--era needs auto, legacy, or modern.',
    header: '--header needs “Name: value”.',
    tool: '--call needs a tool and its arguments as a JSON object.',
    uri: '--read needs the URI of a resource.',
    prompt: '--get needs a prompt and its arguments as a JSON object.',
    noObject: '{option} needs a JSON object, not {found}.',
    noJson: 'The arguments of {option} are not valid JSON: {reason}.',
    unknown: 'There is no option {option}.',
    onlyOne: 'Use only one of --call, --read, and --get.',
    noServer: 'Enter a URL, or a command with its arguments.',
    headerOfCommand: '--header is for a URL. Set environment variables of a command with NAME=value.',
    afterUrl: '{argument} follows the URL, but is not an option.',
    variableOfUrl: 'The environment variable {name} is for a command, not for a URL.',
  },
  report: {
    detail: 'Detail: {detail}',
    stderr: 'stderr:',
    signIn: 'The server waits for a sign-in. Open this URL in a browser: {url}',
    server: '{name} {version} (reported by server)',
    connected: 'MCP {version} ({lifecycle}), connected after {after}',
    endpoint: '{transport}: {url}',
    capabilities: 'Capabilities: {names}',
    instructions: 'Instructions: {text}',
    tools: 'Tools: {found}',
    resources: 'Resources: {found}',
    templates: 'Resource templates: {found}',
    prompts: 'Prompts: {found}',
    unusable: 'Unusable in {list}: {name}: {problem}',
    unnamed: 'an entry without a name',
    repaired: 'Repaired: {repair}',
    dismissed:
      '{count, plural, one {# request of the server was dismissed.} other {# requests of the server were dismissed.}}',
    failed: 'Failed: {problem}',
    toolError: 'The tool reports an error:',
    result: 'Result:',
  },
} as const;
