/** Says with which flags Node runs it. */
process.stdout.write(JSON.stringify(process.execArgv));
