/** Prints the flags that Node runs with. */
process.stdout.write(JSON.stringify(process.execArgv));
