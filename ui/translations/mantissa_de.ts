<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>ConfigFields</name>
    <message>
        <source>name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>depth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>channels 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>channels 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial weights ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clip norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growth factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backoff factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growth interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>master weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight gradients in FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16-bit accumulation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stochastic rounding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evaluation format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer state in FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control, moved by one ulp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The learning rate must be above 0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>sign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fraction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data of the chart %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, off by %3 (%4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Expected: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another version of the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text in quotation marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it has %1 letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it contains a control character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one line of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of settings&apos; names: [&quot;lr&quot;, &quot;batch&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, “%2”, entry %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the Setup dock has no setting “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name such as lr, batch or precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is too large for a set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1 KiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no JSON: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a set-up or a preset as Mantissa saves it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a set-up has no “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name, title, description, config, locked and hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, “name”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is missing or empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the set-up&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, “config”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is missing or no object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the settings: {&quot;precision&quot;: &quot;FP16&quot;}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a set-up or a preset: a small JSON file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it could not be written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pasted text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is too long for a set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text that begins with “mantissa:”, as Copy set-up as text makes it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of it is missing or changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the whole text from “mantissa:” on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker left without being asked to (exit code 0).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code 1: something in it failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code 2: it did not understand how it was started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code 3: it was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code 4: the device failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code 5: it was given bad data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker could not be run (exit code 126): it is not an executable file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was not found (exit code 127), or one of its libraries is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code 255: the connection to its machine may be gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker ended with exit code %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was killed by the system (SIGKILL), possibly out of memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker crashed: it used memory that is not its own (SIGSEGV).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker crashed: memory or a file it used went away (SIGBUS).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker stopped itself because of an error inside it (SIGABRT).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker met an instruction that this processor does not have (SIGILL).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker crashed in an integer calculation (SIGFPE).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was ended from outside (SIGTERM).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was interrupted from outside (SIGINT).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker lost its terminal or connection (SIGHUP).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker lost its connection to the window (SIGPIPE).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker used up its allowed processor time (SIGXCPU).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was stopped by a security filter of the system (SIGSYS).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was ended by signal %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been trained yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a precision in Setup and press Run. Accuracy, loss, the loss scale, the gradients&apos; magnitudes and the memory of a step appear here while it trains.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chance</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RaceModel</name>
    <message>
        <source> control</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReportBrief</name>
    <message>
        <source>%1 runs compared</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ScalePage</name>
    <message>
        <source>Loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next growth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped (last 100)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images lost</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui</name>
    <message>
        <source>flush.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flushed: the cast to %1 makes these zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subnormal: %1 keeps these with fewer digits, the smaller the fewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal: %1 keeps these with all its digits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overflow: the cast to %1 makes these infinite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No values counted yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this layer&apos;s nonzero %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s %2 are NaN.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s %2 are infinite before the cast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of this layer&apos;s %1 are exactly zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 overflow to infinity in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 are flushed to zero in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of %1 are flushed; %2 are subnormal in %3 and lose digits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of %1 are flushed: all are normal numbers in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It came to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You predicted %1, and that is what it came to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You predicted %1; it came to %2: %3 more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You predicted %1; it came to %2: %3 less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer is: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You were right: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You chose: %1
The answer is: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It ended at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your curve and the measured one are %1 apart on average; yours ends at %2, the run ended at %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>against baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parts from the baseline at step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; no gradient was held against FP32 before that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; no layer&apos;s gradient was in alarm until then (worst: %1, step %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; it began in %1, where %2 of the gradient&apos;s norm was missing at step %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (cosine %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not parted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (always answers “1”)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not by time: %1. An emulated format makes no claim about speed: this device computes it in FP32 and rounds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not by time: %1. Its records hold no time of a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatched: noise, %1 times the furthest that the control has been from the baseline. Inside it nothing can be told apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a control nobody knows the noise: a lane counts as parted when its loss is more than %1 nats away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: mean %2 over %3 seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 to %2 points from the baseline (%3 % interval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 seeds are still to come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum of products, and one of them was infinite or NaN already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum of products that are all zero: what they are made of was rounded to zero before. In FP32 throughout it would be %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum of products, zero in FP32 as well: nothing was lost here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum of products in FP32; the casts before it changed nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum of products in FP32. Without the casts before it, it would be %1: they moved it by %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was not finite before the cast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No cast: this gradient is kept in FP32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too small for %1: its smallest number is %2, and at or below the tie at %3 a number becomes zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too large for %1: its largest number is %2, and from %3 on a number becomes infinite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero stays zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subnormal in %1: below %2 it keeps %3 of %4 significant bits; %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A normal number of %1, with all %2 significant bits; %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The optimizer made a zero of it: learning rate times this is nothing, even in FP32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The update, from the running mean m = %1 and mean square v = %2: −lr · m / (√v + ε), m and v corrected for their start at zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The update: −lr · momentum buffer, which is %1 now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The update: −lr · gradient.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was %1. Without a loss scaler nothing is checked: the weight is spoiled from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is still %1: the next %2 number is %3 away, and the update is %4 of that, which rounds back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exactly zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inf or NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>born zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flushed to zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overflowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>update lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working copy unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>passed on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>update is zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arrived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 · %2 · %3 · %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was never anything but zero, though in FP32 it would not be: it was lost further up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It died at its cast: %1 has no number that small, so it became zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It became infinite or NaN, nobody looked, and it spoiled its weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It became infinite or NaN, and so the whole step was skipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was fine itself, but another gradient was not finite: the step was skipped for all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It reached the optimizer, but its update was too small to move the stored weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It moved the master weight; the %1 copy that multiplies is the same as before, until more such updates add up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It survived its cast and was multiplied into the gradients that follow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The optimizer made an update of zero of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It arrived: the weight that multiplies has changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in step %2. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(The step had no element in the bin asked for, %1: this is of the nearest.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss × S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cast to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passed on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check for inf and NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unscale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored weight, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working copy, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean cross-entropy of the batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S = 1: no loss scale moves the gradients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S = %1 makes every gradient larger by that much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its way ends by being multiplied: into the gradient of its layer&apos;s weights and of the layer before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some gradient of this step was infinite or NaN: no weight is changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>÷ %1 makes it too large for FP32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>÷ %1 in FP32, which no longer rounds it to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not clipped; the norm of all gradients is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× %1, because the norm of all gradients is %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Still %1: the change of the stored weight is below half the gap between %2 numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended here: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not reached: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&gt; 0.999</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the softmax or the loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It arose in the forward pass, %1 at step %2, in a format with the range of FP32: the training diverged. A lower learning rate or clipping may hold it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BF16, or a reduction in FP32, does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BF16 or FP32 for %1 does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It arose in the forward pass, %1 at step %2, where no loss scale can cure it. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights hold inf or NaN (the first arose at step %1), and nothing brings them back: begin again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights hold inf or NaN, and nothing brings them back: begin again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It arose in the backward pass: the update is skipped and the dynamic scale falls.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It arose in the backward pass: a lower loss scale, or a dynamic one, cures it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of these %2 are beyond the largest number of %3, %4, and become infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of these %2 were infinite or NaN before their cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A scale of %1 would keep all but %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A scale of %1 would keep nearly all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Even a scale of %1, beyond which %2 overflows, would lose %3: BF16 or FP32 for this layer has the range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A larger scale would make %1 overflow: BF16 or FP32 for this layer has the range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is left points elsewhere than in FP32: that is rounding, here or behind, which no scale cures but more fraction bits do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients below the format&apos;s range explain %1 of it. The rest came with the forward pass, where a rounded activation becomes zero or falls on the other side of a ReLU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the values that are not zero are flushed in this cast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No estimate of the norm lost can be given: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no shadow of it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this run has no shadow (its interval is 0).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this run has no shadow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All zero, in FP32 too: there is nothing to lose.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept in FP32, as its shadow would be: nothing is lost to the range of a format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s gradient norm is lost, from layer %2 toward the input (cosine with FP32 %3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s gradient norm is lost (cosine with FP32 %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Well: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of its values are flushed, but they are too small to matter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its own cast flushes next to nothing: it is starved, what should arrive is zero already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All updates are zero: nothing is learned here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the updates that are not zero leave the weight as it was: they are below half the gap to its next number in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With an FP32 master copy of the weights %1 would be lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>–</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no estimate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no histogram of it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(Shadow of step %1.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These %1 fit %2: %3 of their norm is flushed, nothing overflows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the norm of these %2 is flushed. A loss scale moves gradients only: BF16 or FP32 for this layer has the range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is an inf or NaN, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, loss scale %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2step %3, %4%5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inf or NaN. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First inf or NaN: step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (%1, in the backward pass)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. The update was skipped; a lower loss scale cures it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. The update was not skipped: the weights took it in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training steps done, of those planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passes through the training images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On test images: 2,000 while training, all at the end of an epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean cross-entropy of the latest batch, unscaled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss scale that the latest step used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps without an update: inf or NaN among the scaled gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training images per second. An emulated precision computes the right numbers at no honest speed: do not compare it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the speed of the latest steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nonzero gradients that the cast turned into zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images/s (emulated)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nonzero gradients that the cast turned into zero, over all layers and steps.
Weight gradients: %1
Activation gradients: %2
Updates lost in the weights: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>master weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shadow (FP32)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inf/NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adopted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 skipped: inf or NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> first in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (%1 values)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scale grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scaling changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, 1 value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, update skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale grows after %1 steps in a row without inf or NaN: %2 done, %3 to go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No loss scaling: the scale stays 1, there is no countdown, and no step is skipped, so inf and NaN reach the weights. The headroom tells which scale these gradients would bear.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A static scale never moves, so there is no countdown; a step with inf or NaN is skipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale is at its ceiling, %1: it does not grow further.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale was lowered until it became 0, from where it cannot grow: inf and NaN that outlast every scale do not come from the scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> when the run ended before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, but the run ends after %1: it will not grow again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, but the run ends after %1: it will never grow. A shorter interval would let it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no headroom, inf or NaN among %2 in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: its gradients are all zero, so nothing can overflow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2%3 bits. The largest of %4 is %5, %6 holds up to %7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the loss scale could be %1 times as large.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: the next doubling overflows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Emulated: computed in FP32 and rounded, so it says nothing about the speed of a device that has the format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3, %4 FP32&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> With %1: %2, %3 of that.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of the step, %3 µs a call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 GB/s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> At %1 FLOP per byte it is %2, and reaches %3 of that limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory-bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> So far below it, the time goes to starting and waiting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> More than the limit: its data stay in the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>odd size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× FP32, same size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>emulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thin bar and “odd size”: with sizes one less, no multiple of 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsteady: the device did other things too, repetitions differ up to %1. Differences smaller than that say nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the convolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2 reaches %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With sizes one less, no multiple of 8, %1 of its throughput.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatched figures are emulated: computed in FP32 and rounded. An emulated format says nothing about the speed of a device that has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP / byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 ms a step here, emulated, without histograms and shadow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 ms a step, %3 images/s, without histograms and shadow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits measured here: %1 in the fastest product, %2 GB/s in copying. Below %3 FLOP per byte a kernel is memory-bound, above compute-bound. Far below its limit it spends its time on starting and waiting; above 100 % its data stay in a cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>native peak (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held here (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored natively, %1 would not need less memory than FP32 up to batch %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored natively, %1 would need less memory than FP32 from batch %2 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, by more than %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, by more than %1 from batch %2 on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, but never by more than %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At batch %1 they save %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At batch %1 they save nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At batch %1 they need %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: %1 are master weights and optimizer state, which stay as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be planned: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest batch is being planned …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not even one image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest batch whose step fits, stored natively: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest batch whose step fits on this device: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 is the most that can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Really allocated: the run “%1” holds %2, for the evaluation, the counters and the shadow too; the peak planned for its step is %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss scale moves gradients only: choose weight gradients or activation gradients.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no estimate: there is no shadow of this tensor yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no estimate: this run has no shadow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× %1: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>would rescue %1, would overflow %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, would flush %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, but %1 would overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Let go or press Enter: loss scale %1. Esc: back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. What-if only: this run has ended, nothing is set. Esc: back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shadow of step %1: all zero in FP32, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shadow of step %1: %2 starved, %3 of the norm lost, cosine %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> More than its own cast explains: the rest was lost in the layers behind it, where the estimate does not look.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Beyond the best scale %1 overflows first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 keeps %2 significant bits: an update smaller than half the gap to the next number leaves the weight as it was, however often it is repeated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: all updates of this step were zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of its updates changed nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>. Its weights are FP32, master weights make no difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, thanks to FP32 master weights; without them it would be %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, though it has FP32 master weights; without them it would be %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; with FP32 master weights it would be %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (%1 without rounding at random)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps, of them skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flushed gradients, lost updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more findings are in the HTML report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From step %1 on: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Made %1 from the library %2: the comparison, then a page for each run. Everything else about them (histograms, evaluations, events, all settings) is in the HTML report of the same runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more runs have no page of their own; CSV and JSON hold everything.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Actions</name>
    <message>
        <source>Save &amp;report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs selected in the Runs dock, else those on the charts, as a page, a PDF or a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Decision sheet…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which precision on this device: time, memory, accuracy, and the same in PyTorch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::AdvisorStrip</name>
    <message>
        <source>Advisor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close; View › Advisor brings it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the advisor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the next finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the next of %1 findings (this is number %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the next step on: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply and reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin again from the same initial weights with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the next run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set in the Setup dock: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BarList</name>
    <message>
        <source>No data yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BinBox</name>
    <message>
        <source>Bin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Magnitude before the cast, loss scale included: the power of two at the bin&apos;s lower end</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BitStrip</name>
    <message>
        <source>Bits of the number in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, worth %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, worth 2 to the power %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bit %2, %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Cell</name>
    <message>
        <source>No cell learns in so few steps: give each run more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With 10 fraction bits not even 8 exponent bits come near the best cell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With 10 fraction bits, %1 exponent bits are enough (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With 8 exponent bits it takes more than 10 fraction bits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With 8 exponent bits, %1 fraction bits are enough (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network needs range and precision: neither FP16 nor BF16 has enough of both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network needs range: BF16 rather than FP16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network needs precision: FP16 rather than BF16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP16 and BF16 both have enough of each for this network.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ChartWidget</name>
    <message>
        <source>%1: menu of the chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture, data, table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png);;Drawing (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture could not be saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ClassDots</name>
    <message>
        <source>Nobody has both a prediction and an outcome yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has chosen yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: predicted %2, came out %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Students: %1. Predictions against outcomes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>came out%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the line: predicted right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>came out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ClassWindow</name>
    <message>
        <source>Predictions and outcomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predictions and outcomes of every student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Student</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Came out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder in which the students&apos; results lie: the files that they saved at a lesson&apos;s end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the folder of results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save all answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — Class view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder has no result: results are files that end in .json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Files that could not be read: %1; the reasons stand below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 more are left out: at most %2 are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folder is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody has answered a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predictions and outcomes at the curve&apos;s end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Classroom</name>
    <message>
        <source>show %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save set-&amp;up as preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand out these settings, some of them locked or hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy set-up as &amp;text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These settings as one line, for a chat or a slide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the set-up that is on the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;eset set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free and show what a teacher&apos;s set-up locks and hides; the values stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Presenter mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One page, large, and nothing private: for a projector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All &amp;commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search everything that the window can do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Class view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Students&apos; predictions against the outcomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The set-up is on the clipboard: Edit › Paste set-up takes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept by the teacher&apos;s set-up: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A message for you: Esc shows it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CommandList</name>
    <message>
        <source>Key of a control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands and keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for a command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a part of a name or a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (on)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is called so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · not possible now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · its key works where the control is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not possible now.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ComparePage</name>
    <message>
        <source>noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lanes of the next race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision and loss scaling of each lane; all else as in the Setup dock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Horizontal axis of the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By step: what a format does to learning. By time: the same records against each lane&apos;s own step time, for lanes that run natively.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of the batch (nats)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy − baseline (points)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss − baseline (nats)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lanes in figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, ghost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A race trains up to four formats side by side: the same seed, initial weights and batches, every step together, so that whatever differs is the format&apos;s doing. Choose the lanes and start it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> The visible runs cannot stand side by side: their networks or data are not the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One seed, the same initial weights and batches, every step together: whatever differs is the format&apos;s doing. The table&apos;s first column chooses the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run, forked in mid-run where a setting was changed: the same state and the same batches, so that whatever differs from there on is the change&apos;s doing. Dashed: its ghost, which goes on as before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Hide the ghost in the Runs dock to compare with the other visible runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These runs were no race: they share the network and the data, but not each step. Their differences are by step number only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %1 more are not shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each lane against the time of its own steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Not what was forked in mid-run: its time begins there.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CompareSetup</name>
    <message>
        <source>Add a lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a lane to the race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat over seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat over seeds: how many races, each with the next seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Races one after the other, each with the next seed. Which lane is better is said from five on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lane %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: loss scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first lane again, its initial weights moved to the next number: how far the two drift apart is noise, and only what leaves that band is a difference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CompareTable</name>
    <message>
        <source>emulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click, or press Space: the others are compared with this lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This device computes the format in FP32 and rounds: no claim about speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lane that the others are compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its number stands at the ends of its lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the test set: final, or the last evaluation so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step at which its loss left the baseline&apos;s, and the layer where it began</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the last batch, in nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scale of the last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight gradients that became zero in the cast, last %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps without an update, since a gradient was not finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak of one step on this device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of this lane alone; emulated lanes make no claim</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CurveSketch</name>
    <message>
        <source>Chart to draw into</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw your curve here with the mouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your prediction</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DecisionDialog</name>
    <message>
        <source>&amp;Save page…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decision sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled: nothing was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which precision for the network, batch and data in the Setup dock, on this device: each mode native or emulated, the time of a step with its spread, memory, the largest batch, accuracy from the runs in your library, what was not measured, and the same choice in PyTorch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the device has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory budget for the largest batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the sheet as a page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker measures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The decision sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing measured yet: some ten seconds, in which other programs should rest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure and make the sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring the native modes in turns …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sheet could not be saved as %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the decision sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DecisionRunner</name>
    <message>
        <source>The program mantissa-worker was not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker could not be started: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker&apos;s answer is no decision sheet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DotProducts</name>
    <message>
        <source>How many products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum kept in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error against exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your own numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data of the dot product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First vector: numbers that repeat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second vector: numbers that repeat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>b repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP16, after every product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP16, after every %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A list cannot be read. Numbers are parted by commas: 0.5, 1e-3, 2^-10.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a and b are rounded to FP16 first, so every error below comes from the sum alone.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::EngineClient</name>
    <message>
        <source>The worker does not run: start it again first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command is too large to be sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link to the worker was cut because what it sent makes no sense: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link to the worker was cut because it did not say hello first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker cannot be used: %1. To do: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link to the worker was cut because it sent more than it was allowed to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything received is kept; the worker is being started again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>It was started again %n time(s) and died again, so it is not tried any more by itself.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The worker has left.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FollowPage</name>
    <message>
        <source>One real number out of a gradient, and what one training step makes of it: choose a bin here, or click one of the histogram on the page Underflow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What became of the number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Through the next training step; a run that is paused trains one step for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers followed so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before its cast, in four formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its way through the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest number followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asked for: the next training step shows one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has ended, and a number can be followed only while its run trains or is paused: press Run for a new one (Reset begins it again from the same weights), then choose a bin here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a run, then follow one of its numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No number has been followed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No number was followed up to this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No number was followed in this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 before its cast, in four formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its way through step %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatHeatMap</name>
    <message>
        <source>Exponent bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fraction bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 exponent bits, %2 fraction bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: training now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fraction bits (precision)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent bits (range)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatsPage</name>
    <message>
        <source>Formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formats, scrolled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number, four formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A format is a handful of bits: the exponent&apos;s bits set how large and how small a number can be, the fraction&apos;s bits how finely the numbers lie.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number in each format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ulp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rounding error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ulp is the step to the next number away from zero. Ties round to even; in TF32, which exists only as the operand of a product, away from zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On one ruler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BF16 reaches as far as FP32, FP16 does not: gradients left of its range become zero, and a loss scale moves them to the right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 + 0.0001 in each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A weight near 1 and a small update: what is smaller than half of the weight&apos;s ulp is lost when the sum is rounded, though both numbers exist in the format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 + 0.0001 in each format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.0001 is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half an ulp of 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 + 0.0001 is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the update is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum of small numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The larger the sum, the coarser its ulp: at some point each further term rounds away to nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every output of a layer is a dot product: 16-bit numbers are multiplied, and it is the sum&apos;s format that decides how much of them arrives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number to show in all formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.1, 1e-8, 65504, 1+0.0001, 2^-24</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Type a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the formula and the special values of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be read as a number. Examples: 0.1, 1e-8, 1+0.0001, 2^-24, inf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatsRuler</name>
    <message>
        <source>Ranges of the formats (powers of two)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smallest subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smallest normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log2 of its size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>∞, NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subnormal: fewer bits of fraction left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normal</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormulaView</name>
    <message>
        <source>sign %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fraction %1/%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent %1, bias %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent 0 counts as 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 + %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exponent %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>means %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>means NaN: not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula of the number</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HandOutDialog</name>
    <message>
        <source>Save set-up as preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings of the Setup dock as a small file or a line of text for others. Data folder and device stay with each machine. What is locked cannot be changed there, what is hidden is not shown; Edit › Reset set-up frees both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What it is for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings: locked and hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of each machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give it a name first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The set-up is on the clipboard: Edit › Paste set-up takes it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HealthGrid</name>
    <message>
        <source>zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inf or NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No histogram yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: scroll the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3 Arrow keys choose another cell.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>alarm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>norm lost (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HealthPage</name>
    <message>
        <source>What each cast made of a layer&apos;s numbers, worst layer first. A layer is ill if its gradient has lost its norm or points elsewhere than in FP32, not if many of its values are zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About the cell that is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the first inf or NaN arose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first histogram comes after a few steps of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to the first inf or NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it: loss scale %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no loss scale to try for what is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has ended: nothing can be set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sets the loss scale of the run that trains, from its next step on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer&apos;s format can be set while a run trains.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers of this run are not known yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1 in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format of layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes effect at the next step of the run that trains.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the run (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jump to step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every page looks at the step of the first inf or NaN.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HistogramChart</name>
    <message>
        <source>No histogram yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exactly zero before the cast: no underflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flushed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nonzero before the cast, zero after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>infinite after the cast (%1 already before)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ≤ |x| &lt; %2: %3 values, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(% of values)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× loss scale %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3 values. %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>infinite before the cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of these: flushed to zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of these: subnormal after the cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of these: overflowed to infinity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>|x| from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonDesk</name>
    <message>
        <source>Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the Lesson menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where you stand in the lesson cannot be kept: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lesson goes on; it will begin anew at the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lesson from a folder of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is kept where you left it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lesson&apos;s next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train what this step trains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set everything as this step needs it, point at it, and train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the lesson&apos;s start: its settings, no answers; Undo brings them back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand in…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your predictions and what the runs came to, as one file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 About %n minutes.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hand in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your name, as your teacher shall read it (may be empty):</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the result as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are where you left it. Alt+Home goes to the lesson&apos;s start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker does not run: start it again first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker was lost while it trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another run trains: stop it first (Esc).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the lesson&apos;s start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your result is in %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonModel</name>
    <message>
        <source>The run was stopped before its end: run it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the training of this step is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your curve and the measured one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Training %n runs side by side…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Training…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict first: then it runs. “Show me” runs it without a prediction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LibrarySink</name>
    <message>
        <source>Nothing was imported from %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library of runs cannot be written any more: %1. Training goes on, but what follows is not kept.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LineChart</name>
    <message>
        <source>No data yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 at %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 skipped steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grew %1 times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>series</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Logarithmic axis (base 2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LiveHistogram</name>
    <message>
        <source>Magnitudes before the cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LiveLines</name>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LivePage</name>
    <message>
        <source>Accuracy (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss (nats)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scale (power of 2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first histogram comes after a few steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of one step</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LockStrip</name>
    <message>
        <source>Locked by the teacher&apos;s set-up. Edit › Reset set-up frees it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows and frees every setting; their values stay. Undo takes it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locked: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A teacher&apos;s set-up. Settings %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MainWindow</name>
    <message>
        <source>Something trains, and each would slow the other: stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View › Advisor brings it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a run&apos;s settings as the advisor would have them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is in the Setup dock for the next run.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MemoryByBatch</name>
    <message>
        <source>No plans yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (B)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MemoryChart</name>
    <message>
        <source>No memory plan yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as native</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack what a device with native 16-bit arithmetic would hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; a native device would hold %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held here %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>native device %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>card: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, held (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, native (B)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MemoryPlans</name>
    <message>
        <source>The worker sent no plan.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NumberBits</name>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PageTabs</name>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A grid of formats runs on the page Range: stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker does not run: start it again first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run trains: stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PageText</name>
    <message>
        <source>The lesson&apos;s text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PredictionForm</name>
    <message>
        <source>That is my prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2 %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change my prediction</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Presenter</name>
    <message>
        <source>PgDn, PgUp: page · Space: freeze the charts · S: slow motion · P: run or pause · Esc: back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frozen: the charts stand still, training goes on · Space: go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slow motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full speed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PresetFiles</name>
    <message>
        <source>“%1” is in the Setup dock; what is locked or hidden stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings of “%1” are in the Setup dock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected: %1. Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RangePage</name>
    <message>
        <source>, batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A format spends its bits on range (exponent) or on precision (fraction). Each cell is a short run of the network in Setup in that format, exactly rounded; the number is the test accuracy it reached, in percent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the grid says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> steps a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no loss scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dynamic loss scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scaling of each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy (%) by format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not run: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it says: not enough cells yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs in the background, beside the training in the window; what is done is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no worker to run it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RatioChart</name>
    <message>
        <source>No updates yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost even in FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept by the FP32 master</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by master</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changes w</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>|update| ÷ half the gap to the next %1 number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ≤ ratio &lt; %2: %3 updates, %4%5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, left of the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(% of updates)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log2 ratio from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>side of the limit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ReportFiles</name>
    <message>
        <source>The name does not say what kind of report it is to be</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name that ends in .html, .pdf, .md, .csv or .json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No library of runs is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no run to report on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train one, or select some in the Runs dock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save report of the %1 selected runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save report of the run on the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save report of the %1 runs on the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page with charts (*.html)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document with charts (*.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table for pasting, Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every step as a table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything, a record a line (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Report of %n run(s): %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The report could not be written: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RescueChart</name>
    <message>
        <source>rescues %1 of the norm, loses %2, overflows %3 of the values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale now, %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best power of two, %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale %1 (× %2) %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best: now, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rescued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>norm rescued (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>norm lost (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values rescued (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values overflowing (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mark</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ResumeOffer</name>
    <message>
        <source>“%1” was interrupted before it was done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n runs were interrupted before they were done.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Its worker kept a checkpoint: it can go on to the same bits as if it had never stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume from step %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunChips</name>
    <message>
        <source>More runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier run %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show earlier run %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all earlier runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide all earlier runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunController</name>
    <message>
        <source>The layer keeps the format that it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mend the setting that is marked in the Setup dock.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunDetailsPanel</name>
    <message>
        <source>This run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen run: result, tags, note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings in which the runs on the charts differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table as text, for pasting into a sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 % on the test set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not evaluated yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 against “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tags (read-only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note: what did you see?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No note (read-only)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show two runs or more on the charts to see in which settings they differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs on the charts, all with the same settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs on the charts.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunFilter</name>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunList</name>
    <message>
        <source>damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 deleted run was erased for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 deleted runs were erased for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run could not be opened: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pages show this run: open another one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Against baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you call the run; the box shows it on the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number format it began with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What keeps small gradients from becoming zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network: hidden layers × width, or channels of the convolutions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the test set: final, or the last evaluation so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training steps done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When it began, local time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it stands or ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test accuracy above or below the baseline&apos;s, in percentage points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words of your own to find it by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first line of your note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library is open in another window: change, delete and import runs there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted: stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no library to export from: the runs of this session are not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 run was exported to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs were exported to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was exported to %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no library to import into: the runs of this session are not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunningSums</name>
    <message>
        <source>How many terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running sums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>summed in the format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stops growing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>summed in FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Term to add again and again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ti&amp;mes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a term that can be added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This term cannot be read. Examples: 0.0001, 1e-8, 2^-24.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, summed in FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1, after %2 terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sum stops growing here. Take more terms or smaller ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sum stops growing once the term is no more than half of its ulp: %1. Summed in FP32 (thin lines), the same terms go on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunsDock</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find runs by name, note, tag, preset, precision or device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, note, tag, preset, precision, device (Ctrl+F).
Only in one of them: tag:homework precision:fp16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What can be done with runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export, import, compare, delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 run deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only: open in another window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs of this session are not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export selection…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select runs first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save report of %1 runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save report of the selection…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select several runs first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy what differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was deleted in this session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase deleted runs for good…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase 1 deleted run for good…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase %1 deleted runs for good…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library holds no deleted run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide on the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show on the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume from checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use its settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete %1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is training: stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export 1 run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export %1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of Mantissa (*.mantissa)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of Mantissa (*.mantissa);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mantissa</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase 1 deleted run for good?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase %1 deleted runs for good?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be undone. Export what somebody may still ask for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Erase for good</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ScalePage</name>
    <message>
        <source>A large loss scale lifts small gradients out of underflow; one that is too large turns the largest into inf, so the step is skipped and dynamic scaling halves it, to double it again after a while without inf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scale (power of 2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first step of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headroom (bits)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first histogram comes after a few steps of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What moved the loss scale, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What moved it: nothing so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What moved it, newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at its ceiling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never: it is 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: no scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>headroom (bits)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients × loss scale; one bit is one doubling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headroom (bits), step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bits (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SessionModel</name>
    <message>
        <source>The library holds no end of this run: the worker or the window ended first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, ghost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, control</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SetupDock</name>
    <message>
        <source>Keep a ghost for %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When precision, loss scaling or batch change while a run trains, the old setting goes on beside it for %1 steps, from the same state. Undo returns to it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SetupModel</name>
    <message>
        <source>open %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reset set-up</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedBars</name>
    <message>
        <source>Nothing measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as FP32</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedBench</name>
    <message>
        <source>The worker answered without a figure.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedPage</name>
    <message>
        <source>Measured at %1 on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 cases. %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A narrower format can make training faster, where the device has units for it, and smaller, where activations outweigh what must stay FP32: both are measured and planned here for the network in Setup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cases measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput against FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix products and convolutions in each format: measured in about ten seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One training step of the network in Setup, kernel by kernel: not measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the measurement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a step by batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker is planning …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bytes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a device that stores the formats natively</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose bytes are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B&amp;udget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planned by the worker without the shadow, which only watches, and without the data set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest batch for the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker does not run: start it again first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run trains: pause it first, or it would falsify the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure this device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products, convolutions, copying, and training steps by kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of a step goes (%1, emulated)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the time of a step goes (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a step by batch (stored natively)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a step by batch (on this device)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::TensorChoice</name>
    <message>
        <source>Histogram of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the histogram counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which layer&apos;s tensor; the worst layer is the one that loses most of its gradient norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst layer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::UnderflowCloud</name>
    <message>
        <source>Magnitudes before the cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero here, nonzero in FP32, whatever the cause upstream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worth saving (Micikevicius 2018)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outline: now · solid: × %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outline: unscaled · solid: scaled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::UnderflowPage</name>
    <message>
        <source>Counted before they are rounded, these values become zero left of the format&apos;s range and infinite right of it; a larger loss scale moves them to the right. Drag the cloud (or press ← →) to try one; click a bin to follow one of its numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the shadow measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first histogram comes after a few steps of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Norm against loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No estimate yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All zero in FP32, too: nothing to rescue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the best scale, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the best scale, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale is the best already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No best scale known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss scale %1 was asked for: the next histogram shows what it does.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::UpdatesPage</name>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whose updates are shown; the worst is the one that loses the largest share of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the updates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates lost (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the first step of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates that change nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors, worst first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No updates are recorded up to this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates are counted at the steps that have histograms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights kept in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>updates not zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of the updates of %3 that are not zero change nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now, weights kept in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32 (master on)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with FP32 master weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (master off)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without master weights, in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost now (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost with master weights (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lost without (%)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with / without FP32 master weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: all its updates are zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of its updates change nothing now, %3 with FP32 master weights, %4 without.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all tensors, every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Waterfall</name>
    <message>
        <source>No histograms yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 histograms, step %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero ≤ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normal ≥ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inf ≥ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1, %2 ≤ |x| &lt; %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(newest at the bottom; stronger = more values)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>|x| from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WelcomeFlow</name>
    <message>
        <source>the first race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (it always answers “1”)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what a number format does to training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 of 3 · FP16 has stalled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 of 3 · FP16&apos;s first layer is in the dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 of 3 · FP32 against FP16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 of 3 · FP16 learns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 of 3 · FP16 with a loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3 of 3 · BF16, without a scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three formats, one network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The race did not finish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32 has left chance and is at %1; FP16 is at %2. Its first layers are told nothing, so they cannot learn. The gradients are too small, not wrong: multiplying the loss by a scale moves them all into range, and dividing before the update takes it out again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32 ended at %1, FP16 at %2. A loss scale moves FP16&apos;s gradients into its range.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In FP16 %1 of the first layer&apos;s gradient is zero, from the start: it is smaller than anything that FP16 can hold. Both still guess; so deep a sigmoid network idles at chance for its first 80 to 200 steps in FP32, too (now FP32 %2, FP16 %3). Watch which of them leaves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same weights and the same images in both, every step together. In the histogram of the gradients, look for what lies left of FP16&apos;s range: it is flushed to zero, and further down nothing but zeros is left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP32 is at %1, FP16 at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same network, the same format: with its gradients multiplied into range FP16 learns. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss scale is on from step %1. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The histogram has moved to the right, into range; a step is skipped wherever the scale is too large. Catching up takes a while: about 200 steps to 50 %, 500 to 90 %. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is starting; the race begins as soon as it is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same network in FP32 and in FP16, step by step: FP32 learns to read digits, in FP16 the small gradients round to zero. The failure is constructed: six sigmoid layers see to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This race ends here; BF16 begins.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BF16 has the exponents of FP32, so the same gradients fit without any scale; it pays with fewer digits. FP32 is at %1, BF16 at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When BF16 took its place, FP16 with a loss scale stood at %1 and FP32 at %2; at the end BF16, without one, has %3 and FP32 %4. Now change anything on the left while it trains: what is marked with a bolt applies now. Compare races any four.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run of it was stopped or could not be carried out. What was recorded stays in the Runs dock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Race FP32 against FP16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Turn on the loss scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>And BF16?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the race again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WelcomePanel</name>
    <message>
        <source>Lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lessons: about eight minutes each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close; Help › Welcome brings it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the welcome</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WorkerProcess</name>
    <message>
        <source>The program mantissa-worker was not found: it belongs beside the window&apos;s own program, or name it in the environment variable MANTISSA_WORKER.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link to the worker was cut because what it sent makes no sense: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its output was &quot;%1&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The worker could not be started: %1 (%2).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
