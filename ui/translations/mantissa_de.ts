<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>ConfigFields</name>
    <message>
        <source>There is no folder %1.</source>
        <translation>Es gibt keinen Ordner %1.</translation>
    </message>
    <message>
        <source>The learning rate must be above 0.</source>
        <translation>Die Lernrate muss über 0 liegen.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>static</source>
        <translation>statisch</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>as training</source>
        <translation>wie Training</translation>
    </message>
    <message>
        <source>PyTorch default</source>
        <translation>PyTorch-Vorgabe</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>eigenes Format</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16&#xa0;Bit</translation>
    </message>
    <message>
        <source>16-bit, no max</source>
        <translation>16&#xa0;Bit, ohne Max.</translation>
    </message>
    <message>
        <source>stays</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>ends the run</source>
        <translation>beendet den Lauf</translation>
    </message>
    <message>
        <source>ends before it</source>
        <translation>endet vorher</translation>
    </message>
    <message>
        <source>since growth</source>
        <translation>seit dem Wachstum</translation>
    </message>
    <message>
        <source>in a row</source>
        <translation>in Folge</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>aus einer Datei</translation>
    </message>
    <message>
        <source>classify images</source>
        <translation>Bildklassen</translation>
    </message>
    <message>
        <source>classify pixels</source>
        <translation>Pixelklassen</translation>
    </message>
    <message>
        <source>remove noise</source>
        <translation>Entrauschen</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>16-bit results</source>
        <translation>Ergebnisse in 16 Bit</translation>
    </message>
    <message>
        <source>own</source>
        <translation>eigene</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>half and half</source>
        <translation>halb und halb</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>doubling</source>
        <translation>Verdopplung</translation>
    </message>
    <message>
        <source>autoencoder</source>
        <translation>Autoencoder</translation>
    </message>
    <message>
        <source>reconstruct images</source>
        <translation>Bilder nachbilden</translation>
    </message>
    <message>
        <source>sort letters</source>
        <translation>Buchstaben sortieren</translation>
    </message>
    <message>
        <source>fill in letters</source>
        <translation>Buchstaben ergänzen</translation>
    </message>
    <message>
        <source>classify texts</source>
        <translation>Texte klassifizieren</translation>
    </message>
    <message>
        <source>as the precision</source>
        <translation>wie die Präzision</translation>
    </message>
    <message>
        <source>regression</source>
        <translation>Regression</translation>
    </message>
    <message>
        <source>regress values</source>
        <translation>Werte vorhersagen (Regression)</translation>
    </message>
    <message>
        <source>operands</source>
        <translation>Operanden</translation>
    </message>
    <message>
        <source>partial sums</source>
        <translation>Teilsummen</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>activation gradients</source>
        <translation>Aktivierungsgradienten</translation>
    </message>
    <message>
        <source>weight gradients</source>
        <translation>Gewichtsgradienten</translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>residual sums</source>
        <translation>Residualsummen</translation>
    </message>
    <message>
        <source>where faster</source>
        <translation>wo schneller</translation>
    </message>
</context>
<context>
    <name>DotPresets</name>
    <message>
        <source>Ones</source>
        <translation>Einsen</translation>
    </message>
    <message>
        <source>Small positives</source>
        <translation>Kleine positive Zahlen</translation>
    </message>
    <message>
        <source>Alternating signs</source>
        <translation>Wechselnde Vorzeichen</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>Most updates change nothing: keep master weights in FP32</source>
        <translation>Die meisten Updates ändern nichts: Mastergewichte in FP32 halten</translation>
    </message>
    <message>
        <source>The network learns nothing: its accuracy stays at chance</source>
        <translation>Das Netz lernt nichts: Seine Genauigkeit bleibt auf Zufallsniveau</translation>
    </message>
    <message>
        <source>The memory allows twice the batch</source>
        <translation>Der Speicher erlaubt den doppelten Batch</translation>
    </message>
    <message>
        <source>TF32 is off for matrix products, and this network has nothing else</source>
        <translation>TF32 ist für Matrixprodukte ausgeschaltet, und dieses Netz besteht nur aus solchen</translation>
    </message>
    <message>
        <source>The backward pass overflows: the loss scale is too high</source>
        <translation>Der Rückwärtsdurchlauf läuft über: Der Skalierungsfaktor ist zu groß</translation>
    </message>
    <message>
        <source>The loss scale grows too often and overflows each time</source>
        <translation>Der Skalierungsfaktor wächst zu oft und läuft jedes Mal über</translation>
    </message>
    <message>
        <source>The loss scale keeps overflowing: give it a ceiling</source>
        <translation>Der Skalierungsfaktor läuft immer wieder über: eine Obergrenze setzen</translation>
    </message>
    <message>
        <source>The loss is NaN, and a wider range would not help</source>
        <translation>Der Verlust ist NaN, und ein größerer Wertebereich würde nicht helfen</translation>
    </message>
    <message>
        <source>The loss scale will never grow in this run</source>
        <translation>Der Skalierungsfaktor wird in diesem Lauf nie wachsen</translation>
    </message>
    <message>
        <source>%1&apos;s gradient underflows %2: raise the loss scale</source>
        <translation>Der Gradient von %1 läuft in %2 unter: Skalierungsfaktor erhöhen</translation>
    </message>
    <message>
        <source>%1&apos;s gradient needs more range than %2 has</source>
        <translation>Der Gradient von %1 braucht mehr Wertebereich, als %2 hat</translation>
    </message>
    <message>
        <source>%1 overflows %2 in the forward pass: no loss scale can cure it</source>
        <translation>%1 läuft im Vorwärtsdurchlauf in %2 über: Kein Skalierungsfaktor hilft</translation>
    </message>
    <message>
        <source>less than 0.01 %</source>
        <translation>weniger als 0.01&#xa0;%</translation>
    </message>
    <message>
        <source>more than 99.9 %</source>
        <translation>mehr als 99.9&#xa0;%</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>the softmax or the loss</source>
        <translation>der Softmax oder dem Verlust</translation>
    </message>
    <message>
        <source>No step is skipped without loss scaling: the weights have been NaN since step %1, and only a new run helps.</source>
        <translation>Ohne Verlustskalierung wird kein Schritt übersprungen: Die Gewichte sind seit Schritt %1 NaN, und nur ein neuer Lauf hilft.</translation>
    </message>
    <message>
        <source>Gradients overflow %1 and make the weights NaN</source>
        <translation>Gradienten laufen in %1 über und machen die Gewichte zu NaN</translation>
    </message>
    <message>
        <source>Inf or NaN arose in the backward pass at step %1, in %2.</source>
        <translation>Inf oder NaN entstand im Rückwärtsdurchlauf von Schritt %1, in %2.</translation>
    </message>
    <message>
        <source>Dynamic scaling skips such a step and lowers the scale.</source>
        <translation>Die dynamische Skalierung überspringt einen solchen Schritt und senkt den Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>%1 of the last %2 were skipped (%3), the last at step %4 with scale %5: inf or NaN arose in the backward pass, first in %6.</source>
        <translation>%1 der letzten %2 wurden übersprungen (%3), zuletzt Schritt %4 mit Skalierungsfaktor %5: inf oder NaN entstand im Rückwärtsdurchlauf, zuerst in %6.</translation>
    </message>
    <message>
        <source>The largest gradient measured (%1) allows a loss scale of %2 with %3 bits of headroom.</source>
        <translation>Der größte gemessene Gradient (%1) erlaubt einen Skalierungsfaktor von %2 mit %3&#xa0;Bit Reserve.</translation>
    </message>
    <message>
        <source>Dynamic scaling halves the scale at each overflow until nothing overflows.</source>
        <translation>Die dynamische Skalierung halbiert den Skalierungsfaktor bei jedem Überlauf, bis nichts mehr überläuft.</translation>
    </message>
    <message>
        <source>It doubles after %1 without overflow. Each doubling beyond the limit costs a step; a growth interval of %2 would cost 1 % of the steps.</source>
        <translation>Er verdoppelt sich, sobald %1 ohne Überlauf vergangen sind. Jede Verdopplung über die Grenze hinaus kostet einen Schritt; ein Wachstumsintervall von %2 würde 1&#xa0;% der Schritte kosten.</translation>
    </message>
    <message>
        <source>The smallest scale that overflowed was %1; a ceiling of %2 leaves %3 bits for batches with larger gradients.</source>
        <translation>Der kleinste Skalierungsfaktor mit Überlauf war %1; eine Obergrenze von %2 lässt %3&#xa0;Bit für Batches mit größeren Gradienten.</translation>
    </message>
    <message>
        <source>Inf or NaN arose in the forward pass at step %1, in %2.</source>
        <translation>Inf oder NaN entstand im Vorwärtsdurchlauf von Schritt %1, in %2.</translation>
    </message>
    <message>
        <source>Inf or NaN arose in the forward pass in %1 of the last %2, first at step %3 in %4.</source>
        <translation>Im Vorwärtsdurchlauf entstand inf oder NaN in %1 der letzten %2, zuerst in Schritt %3 in %4.</translation>
    </message>
    <message>
        <source>The softmax overflows %1: no loss scale can cure it</source>
        <translation>Die Softmax läuft in %1 über: Kein Skalierungsfaktor hilft</translation>
    </message>
    <message>
        <source>It is summed in %1 without subtracting the largest logit, and exp(x) is infinite there from x = %2; frameworks compute it in FP32.</source>
        <translation>Sie wird in %1 summiert, ohne das größte Logit abzuziehen, und exp(x) ist dort ab x = %2 unendlich; Frameworks berechnen sie in FP32.</translation>
    </message>
    <message>
        <source>It is summed in %1; frameworks compute it in FP32.</source>
        <translation>Sie wird in %1 summiert; Frameworks berechnen sie in FP32.</translation>
    </message>
    <message>
        <source>The forward pass overflows %1: no loss scale can cure it</source>
        <translation>Der Vorwärtsdurchlauf läuft in %1 über: Kein Skalierungsfaktor hilft</translation>
    </message>
    <message>
        <source>The largest number of %1 is %2.</source>
        <translation>Die größte Zahl von %1 ist %2.</translation>
    </message>
    <message>
        <source>The overflow happens before the loss is scaled, so no loss scale can prevent it.</source>
        <translation>Der Überlauf geschieht vor der Skalierung des Verlusts, also kann ihn kein Skalierungsfaktor verhindern.</translation>
    </message>
    <message>
        <source>BF16 has the range of FP32 and needs no scale.</source>
        <translation>BF16 hat den Wertebereich von FP32 und braucht keine Skalierung.</translation>
    </message>
    <message>
        <source>BF16 has the range of FP32 and needs no scale; or use FP32 in %1 and in what overflows after it.</source>
        <translation>BF16 hat den Wertebereich von FP32 und braucht keine Skalierung; oder FP32 in %1 und in dem, was danach überläuft.</translation>
    </message>
    <message>
        <source>%1 holds numbers up to %2, so the training diverged. A learning rate below %3 or gradient clipping may keep it stable.</source>
        <translation>%1 reicht bis %2, das Training ist also divergiert. Eine Lernrate unter %3 oder eine begrenzte Gradientennorm (Clip-Norm) kann es stabilisieren.</translation>
    </message>
    <message>
        <source>%1 has lost %2 of the norm that it has in FP32 (step %3, scale %4; cosine %5 in %6).</source>
        <translation>%1 hat %2 der Norm verloren, die es in FP32 hat (Schritt %3, Skalierungsfaktor %4; Kosinus %5 in %6).</translation>
    </message>
    <message>
        <source>%1 of the norm of %2 was flushed to zero (step %3, scale %4).</source>
        <translation>%1 der Norm von %2 wurde zu null gerundet (Schritt %3, Skalierungsfaktor %4).</translation>
    </message>
    <message>
        <source>The largest gradient (%1) leaves %2 bits of headroom. A scale of %3 is %4 bits higher and still leaves %5 bits.</source>
        <translation>Der größte Gradient (%1) lässt %2&#xa0;Bit Reserve. Ein Skalierungsfaktor von %3 ist %4&#xa0;Bit höher und lässt noch %5&#xa0;Bit.</translation>
    </message>
    <message>
        <source>Dynamic scaling keeps it there.</source>
        <translation>Die dynamische Skalierung hält ihn dort.</translation>
    </message>
    <message>
        <source>The largest gradient (%1) leaves %2 bits of headroom, so no higher scale fits.</source>
        <translation>Der größte Gradient (%1) lässt %2&#xa0;Bit Reserve, also passt kein größerer Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>BF16 has the range of FP32.</source>
        <translation>BF16 hat den Wertebereich von FP32.</translation>
    </message>
    <message>
        <source>It would grow after %1 without overflow, but the run has only %2 steps.</source>
        <translation>Er würde wachsen, sobald %1 ohne Überlauf vergangen sind, doch der Lauf hat nur %2 Schritte.</translation>
    </message>
    <message>
        <source>It fell from %1 to %2 and will not rise again.</source>
        <translation>Er fiel von %1 auf %2 und wird nicht wieder steigen.</translation>
    </message>
    <message>
        <source>It stays at %1 or lower.</source>
        <translation>Er bleibt bei %1 oder darunter.</translation>
    </message>
    <message>
        <source>A growth interval of %1 suits a run of this length.</source>
        <translation>Zu einem Lauf dieser Länge passt ein Wachstumsintervall von %1.</translation>
    </message>
    <message>
        <source>%1 of the updates of the last %2 were smaller than half the distance to the next %3 number.</source>
        <translation>%1 der Updates der letzten %2 waren kleiner als der halbe Abstand zur nächsten %3-Zahl.</translation>
    </message>
    <message>
        <source>With FP32 master weights it would be %1.</source>
        <translation>Mit FP32-Mastergewichten wären es %1.</translation>
    </message>
    <message>
        <source>With FP32 master weights it would be none.</source>
        <translation>Mit FP32-Mastergewichten wäre es keines.</translation>
    </message>
    <message>
        <source>The network learns nothing: it always answers %1</source>
        <translation>Das Netz lernt nichts: Es antwortet immer %1</translation>
    </message>
    <message>
        <source>After %1 the test accuracy is %2 %, the share of %3s among MNIST&apos;s test images, and the loss has gone from %4 to %5.</source>
        <translation>%1 sind gerechnet, und die Testgenauigkeit beträgt %2&#xa0;%, den Anteil der Ziffer %3 an den Testbildern von MNIST; der Verlust ging von %4 auf %5.</translation>
    </message>
    <message>
        <source>After %1 the test accuracy is %2 %, and the loss has gone from %3 to %4.</source>
        <translation>%1 sind gerechnet, und die Testgenauigkeit beträgt %2&#xa0;%; der Verlust ging von %3 auf %4.</translation>
    </message>
    <message>
        <source>No 16-bit format is the cause.</source>
        <translation>Ein 16-Bit-Format ist nicht die Ursache.</translation>
    </message>
    <message>
        <source>A larger batch means fewer updates per epoch and may need a higher learning rate.</source>
        <translation>Ein größerer Batch bedeutet weniger Updates je Epoche und braucht womöglich eine größere Lernrate.</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Tensor cores work best with sizes in multiples of %1</source>
        <translation>Tensorkerne arbeiten am besten mit Größen in Vielfachen von %1</translation>
    </message>
    <message>
        <source>%1: NVIDIA&apos;s guides ask for multiples of 16 bytes, %2 numbers of %3, so that no part of a tensor core idles.</source>
        <translation>%1: NVIDIAs Anleitungen verlangen Vielfache von 16&#xa0;Byte, %2 Zahlen in %3, damit kein Teil eines Tensorkerns leer läuft.</translation>
    </message>
    <message>
        <source>It matters on graphics cards, not on a processor.</source>
        <translation>Das zählt auf Grafikkarten, nicht auf einem Prozessor.</translation>
    </message>
    <message>
        <source>PyTorch uses TF32 for convolutions by default, but not for matrix products, so an MLP runs entirely in FP32.</source>
        <translation>PyTorch verwendet TF32 in der Vorgabe für Faltungen, aber nicht für Matrixprodukte, daher rechnet ein MLP durchgehend in FP32.</translation>
    </message>
    <message>
        <source>%1 turns it on; here that is the precision TF32.</source>
        <translation>%1 schaltet es ein; hier ist das die Präzision TF32.</translation>
    </message>
    <message>
        <source>this worker was built without oneDNN</source>
        <translation>dieser Rechenprozess wurde ohne oneDNN gebaut</translation>
    </message>
    <message>
        <source>a part of the program is missing</source>
        <translation>ein Teil des Programms fehlt</translation>
    </message>
    <message>
        <source>looked for %1</source>
        <translation>gesucht wurde %1</translation>
    </message>
    <message>
        <source>OpenSSL offers no SHA-256</source>
        <translation>OpenSSL bietet kein SHA-256</translation>
    </message>
    <message>
        <source>there is no floating-point format &quot;%1&quot;</source>
        <translation>es gibt kein Gleitkommaformat „%1“</translation>
    </message>
    <message>
        <source>%1 cannot be emulated in FP32</source>
        <translation>%1 lässt sich nicht in FP32 emulieren</translation>
    </message>
    <message>
        <source>2 to 8 exponent bits and 1 to 23 fraction bits</source>
        <translation>2 bis 8 Exponentbits und 1 bis 23 Mantissenbits</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>choose a smaller batch or network</source>
        <translation>einen kleineren Batch oder ein kleineres Netz wählen</translation>
    </message>
    <message>
        <source>a record cannot be written as JSON</source>
        <translation>ein Eintrag lässt sich nicht als JSON schreiben</translation>
    </message>
    <message>
        <source>the file is too large to be a configuration</source>
        <translation>die Datei ist zu groß für eine Konfiguration</translation>
    </message>
    <message>
        <source>at most 1 MiB of JSON</source>
        <translation>höchstens 1&#xa0;MiB JSON</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a choice</source>
        <translation>„%1“ steht nicht zur Wahl</translation>
    </message>
    <message>
        <source>not the name of one format</source>
        <translation>nicht der Name eines einzelnen Formats</translation>
    </message>
    <message>
        <source>fp32, tf32, fp16 or bf16</source>
        <translation>fp32, tf32, fp16 oder bf16</translation>
    </message>
    <message>
        <source>this is not a list of setting names</source>
        <translation>das ist keine Liste von Einstellungsnamen</translation>
    </message>
    <message>
        <source>a list such as [&quot;lr&quot;, &quot;batch&quot;]</source>
        <translation>eine Liste wie [&quot;lr&quot;, &quot;batch&quot;]</translation>
    </message>
    <message>
        <source>the preset has no name</source>
        <translation>die Voreinstellung hat keinen Namen</translation>
    </message>
    <message>
        <source>a field &quot;name&quot;</source>
        <translation>ein Feld „name“</translation>
    </message>
    <message>
        <source>there is no preset &quot;%1&quot;</source>
        <translation>es gibt keine Voreinstellung „%1“</translation>
    </message>
    <message>
        <source>a race of %1 runs</source>
        <translation>ein Rennen mit %1 Läufen</translation>
    </message>
    <message>
        <source>run %1 of the race differs from the first in %2</source>
        <translation>Lauf %1 des Rennens unterscheidet sich vom ersten: %2</translation>
    </message>
    <message>
        <source>the runs of a race share network, data, seed, batch and length</source>
        <translation>die Läufe eines Rennens haben Netz, Daten, Startwert, Batch und Länge gemeinsam</translation>
    </message>
    <message>
        <source>%1 is the same in all runs of a race</source>
        <translation>in allen Läufen eines Rennens gleich: %1</translation>
    </message>
    <message>
        <source>stop the race and start another with it</source>
        <translation>das Rennen stoppen und damit ein neues starten</translation>
    </message>
    <message>
        <source>value number %1 repeats an earlier one</source>
        <translation>der Wert Nummer %1 wiederholt einen früheren</translation>
    </message>
    <message>
        <source>each value once</source>
        <translation>jeder Wert einmal</translation>
    </message>
    <message>
        <source>a readable JSON file</source>
        <translation>eine lesbare JSON-Datei</translation>
    </message>
    <message>
        <source>the grid has %1 runs</source>
        <translation>das Raster hat %1 Läufe</translation>
    </message>
    <message>
        <source>a text of %1 bytes</source>
        <translation>ein Text von %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not UTF-8</source>
        <translation>„%1“ ist kein UTF-8</translation>
    </message>
    <message>
        <source>a text in UTF-8</source>
        <translation>ein Text in UTF-8</translation>
    </message>
    <message>
        <source>0 to below 1</source>
        <translation>0 bis unter 1</translation>
    </message>
    <message>
        <source>-1 (by epochs) to 2000000000</source>
        <translation>-1 (nach Epochen) bis 2000000000</translation>
    </message>
    <message>
        <source>at least min_scale, %1</source>
        <translation>mindestens der kleinste Skalierungsfaktor, %1</translation>
    </message>
    <message>
        <source>a layer&apos;s override names no format</source>
        <translation>für eine Schicht ist kein Format genannt</translation>
    </message>
    <message>
        <source>fp32, tf32, fp16, bf16 or custom</source>
        <translation>fp32, tf32, fp16, bf16 oder custom</translation>
    </message>
    <message>
        <source>the layer is overridden twice</source>
        <translation>die Schicht kommt zweimal vor</translation>
    </message>
    <message>
        <source>%1 is not a choice</source>
        <translation>%1 steht nicht zur Wahl</translation>
    </message>
    <message>
        <source>see --help for the choices</source>
        <translation>--help zählt auf, was zur Wahl steht</translation>
    </message>
    <message>
        <source>no choice is made</source>
        <translation>nichts ist gewählt</translation>
    </message>
    <message>
        <source>%1 cannot change while a run trains</source>
        <translation>nicht änderbar, während ein Lauf trainiert: %1</translation>
    </message>
    <message>
        <source>start a new run with it</source>
        <translation>einen neuen Lauf damit starten</translation>
    </message>
    <message>
        <source>images of %1x%1 pixels cannot be pooled twice</source>
        <translation>Bilder von %1x%1 Pixeln sind zu klein für zweimaliges Pooling</translation>
    </message>
    <message>
        <source>use the MLP, or images of at least 4x4</source>
        <translation>das MLP benutzen oder Bilder von mindestens 4x4</translation>
    </message>
    <message>
        <source>the saved state has %1 bytes</source>
        <translation>der gespeicherte Zustand hat %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>%1 bytes for this network and optimizer</source>
        <translation>%1&#xa0;Byte für dieses Netz und diesen Optimierer</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>a pass of %1 bytes does not fit into %2 bytes</source>
        <translation>ein Durchlauf von %1&#xa0;Byte passt nicht in %2&#xa0;Byte</translation>
    </message>
    <message>
        <source>a batch of %1 images does not fit a pass planned for %2</source>
        <translation>ein Batch von %1 Bildern passt nicht in einen Durchlauf, der für %2 geplant ist</translation>
    </message>
    <message>
        <source>numbers of %1 cannot be stored as BF16</source>
        <translation>Zahlen in %1 lassen sich nicht als BF16 speichern</translation>
    </message>
    <message>
        <source>oneDNN cannot create this convolution: %1</source>
        <translation>oneDNN kann diese Faltung nicht anlegen: %1</translation>
    </message>
    <message>
        <source>oneDNN refused a product of %1x%2x%3 (status %4)</source>
        <translation>oneDNN hat ein Produkt aus %1x%2x%3 abgelehnt (Status %4)</translation>
    </message>
    <message>
        <source>oneDNN cannot create this product: %1</source>
        <translation>oneDNN kann dieses Produkt nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the system has less than %1 GiB left</source>
        <translation>das System hat weniger als %1&#xa0;GiB frei</translation>
    </message>
    <message>
        <source>choose a smaller batch or a smaller network</source>
        <translation>einen kleineren Batch oder ein kleineres Netz wählen</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 liegt außerhalb des erlaubten Bereichs</translation>
    </message>
    <message>
        <source>the histogram interval is 0, so there is nothing to measure</source>
        <translation>das Histogrammintervall ist 0, also gibt es nichts zu messen</translation>
    </message>
    <message>
        <source>1 or more</source>
        <translation>1 oder mehr</translation>
    </message>
    <message>
        <source>%1 seconds is out of range</source>
        <translation>%1 Sekunden liegen außerhalb des erlaubten Bereichs</translation>
    </message>
    <message>
        <source>0.01 to 60</source>
        <translation>0.01 bis 60</translation>
    </message>
    <message>
        <source>what to measure is not named</source>
        <translation>es ist nicht genannt, was gemessen werden soll</translation>
    </message>
    <message>
        <source>the checkpoint cannot be written: %1</source>
        <translation>der Sicherungspunkt lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>free some space, or make the folder writable</source>
        <translation>Platz schaffen oder den Ordner beschreibbar machen</translation>
    </message>
    <message>
        <source>the checkpoint cannot be read: %1</source>
        <translation>der Sicherungspunkt lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>a checkpoint that a run has left</source>
        <translation>ein Sicherungspunkt, den ein Lauf hinterlassen hat</translation>
    </message>
    <message>
        <source>a checkpoint of Mantissa</source>
        <translation>ein Sicherungspunkt von Mantissa</translation>
    </message>
    <message>
        <source>the file is too short, %1 bytes</source>
        <translation>die Datei ist zu kurz, %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>the file is not a checkpoint</source>
        <translation>die Datei ist kein Sicherungspunkt</translation>
    </message>
    <message>
        <source>the checkpoint is of version %1</source>
        <translation>der Sicherungspunkt ist von Version %1</translation>
    </message>
    <message>
        <source>version %1: use the Mantissa that wrote it</source>
        <translation>Version %1: das Mantissa benutzen, das ihn geschrieben hat</translation>
    </message>
    <message>
        <source>its parts are %1 and %2 bytes</source>
        <translation>seine Teile haben %1 und %2&#xa0;Byte</translation>
    </message>
    <message>
        <source>together %1 bytes; it may have been cut short</source>
        <translation>zusammen %1&#xa0;Byte; vielleicht wurde er abgeschnitten</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state has %1 bytes, more than this machine&apos;s memory</source>
        <translation>der Zustand des Sicherungspunkts hat %1&#xa0;Byte, mehr als der Speicher dieses Rechners</translation>
    </message>
    <message>
        <source>at most %1 bytes here, or a machine with more</source>
        <translation>höchstens %1&#xa0;Byte hier oder ein Rechner mit mehr</translation>
    </message>
    <message>
        <source>the file could not be read to its end</source>
        <translation>die Datei ließ sich nicht bis zu ihrem Ende lesen</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1&#xa0;Byte</translation>
    </message>
    <message>
        <source>the checkpoint is damaged: its SHA-256 is not that of its content</source>
        <translation>der Sicherungspunkt ist beschädigt: Seine SHA-256 ist nicht die seines Inhalts</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s description cannot be read</source>
        <translation>die Beschreibung des Sicherungspunkts lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>a checkpoint.Description</source>
        <translation>eine checkpoint.Description</translation>
    </message>
    <message>
        <source>the data are not those that the run was trained on (SHA-256 %1)</source>
        <translation>die Daten sind nicht die, mit denen der Lauf trainiert wurde (SHA-256 %1)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not the id of a run</source>
        <translation>„%1“ ist keine Kennung eines Laufs</translation>
    </message>
    <message>
        <source>26 letters and digits, such as 01ARZ3NDEKTSV4RRFFQ69G5FAV</source>
        <translation>26 Buchstaben und Ziffern, etwa 01ARZ3NDEKTSV4RRFFQ69G5FAV</translation>
    </message>
    <message>
        <source>there is no checkpoint of run %1</source>
        <translation>von Lauf %1 gibt es keinen Sicherungspunkt</translation>
    </message>
    <message>
        <source>a run that was interrupted or stopped on this machine; others can only be started again</source>
        <translation>ein Lauf, der auf diesem Rechner unterbrochen oder gestoppt wurde; andere lassen sich nur neu starten</translation>
    </message>
    <message>
        <source>the checkpoint is of run %1</source>
        <translation>der Sicherungspunkt ist von Lauf %1</translation>
    </message>
    <message>
        <source>a checkpoint of run %1</source>
        <translation>ein Sicherungspunkt von Lauf %1</translation>
    </message>
    <message>
        <source>this worker keeps no checkpoints</source>
        <translation>dieser Rechenprozess legt keine Sicherungspunkte an</translation>
    </message>
    <message>
        <source>start it with a folder for them: --checkpoint-folder</source>
        <translation>ihn mit einem Ordner dafür starten: --checkpoint-folder</translation>
    </message>
    <message>
        <source>the checkpoint contradicts itself: %1</source>
        <translation>der Sicherungspunkt ist in sich nicht stimmig: %1</translation>
    </message>
    <message>
        <source>its run is not the one that the run&apos;s first record names</source>
        <translation>sein Lauf ist nicht der, den dessen erster Eintrag nennt</translation>
    </message>
    <message>
        <source>the id of one run</source>
        <translation>die Kennung eines einzigen Laufs</translation>
    </message>
    <message>
        <source>the id of the race in it is not valid</source>
        <translation>die Kennung des Rennens darin ist ungültig</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>höchstens %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>the loss scale is not valid</source>
        <translation>der Skalierungsfaktor ist ungültig</translation>
    </message>
    <message>
        <source>the place in the data is negative</source>
        <translation>die Stelle in den Daten ist negativ</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 oder mehr</translation>
    </message>
    <message>
        <source>the time spent is negative</source>
        <translation>die verbrauchte Zeit ist negativ</translation>
    </message>
    <message>
        <source>0 or more seconds</source>
        <translation>0 oder mehr Sekunden</translation>
    </message>
    <message>
        <source>it counts a role that does not exist</source>
        <translation>er zählt eine Rolle, die es nicht gibt</translation>
    </message>
    <message>
        <source>0 to 3</source>
        <translation>0 bis 3</translation>
    </message>
    <message>
        <source>it holds a record that does not belong to it</source>
        <translation>er enthält einen Eintrag, der nicht dazugehört</translation>
    </message>
    <message>
        <source>records of this run up to its step</source>
        <translation>Einträge dieses Laufs bis zum Schritt des Sicherungspunkts</translation>
    </message>
    <message>
        <source>1 run needs %1 GiB, and the device has %2 GiB for runs</source>
        <translation>1 Lauf braucht %1&#xa0;GiB, und das Gerät hat für Läufe %2&#xa0;GiB</translation>
    </message>
    <message>
        <source>%1 runs need %2 GiB together, and the device has %3 GiB for runs</source>
        <translation>%1 Läufe brauchen zusammen %2&#xa0;GiB, und das Gerät hat für Läufe %3&#xa0;GiB</translation>
    </message>
    <message>
        <source>no run is in progress</source>
        <translation>kein Lauf ist im Gange</translation>
    </message>
    <message>
        <source>start one first</source>
        <translation>erst einen starten</translation>
    </message>
    <message>
        <source>a ghost follows the run that it was forked from</source>
        <translation>ein Geist folgt dem Lauf, von dem er abgezweigt wurde</translation>
    </message>
    <message>
        <source>send the command to run %1</source>
        <translation>den Befehl an Lauf %1 richten</translation>
    </message>
    <message>
        <source>this run is not a ghost</source>
        <translation>dieser Lauf ist kein Geist</translation>
    </message>
    <message>
        <source>only a ghost can be adopted</source>
        <translation>nur ein Geist lässt sich übernehmen</translation>
    </message>
    <message>
        <source>a run is training, which would falsify the figures</source>
        <translation>ein Lauf trainiert, was die Werte verfälschen würde</translation>
    </message>
    <message>
        <source>pause or stop it first</source>
        <translation>ihn erst pausieren oder stoppen</translation>
    </message>
    <message>
        <source>this worker does not know the command</source>
        <translation>dieser Rechenprozess kennt den Befehl nicht</translation>
    </message>
    <message>
        <source>a ghost keeps no checkpoint</source>
        <translation>ein Geist legt keinen Sicherungspunkt an</translation>
    </message>
    <message>
        <source>adopt it first</source>
        <translation>ihn erst übernehmen</translation>
    </message>
    <message>
        <source>this run was trained as run %1 of its session</source>
        <translation>dieser Lauf wurde als Lauf %1 seiner Sitzung trainiert</translation>
    </message>
    <message>
        <source>resume it under the number that its records name</source>
        <translation>ihn unter der Nummer fortsetzen, die seine Einträge nennen</translation>
    </message>
    <message>
        <source>a run with this number is in progress</source>
        <translation>ein Lauf mit dieser Nummer ist im Gange</translation>
    </message>
    <message>
        <source>this run is in progress already</source>
        <translation>dieser Lauf ist schon im Gange</translation>
    </message>
    <message>
        <source>stop it first</source>
        <translation>ihn erst stoppen</translation>
    </message>
    <message>
        <source>stop another run, or choose a smaller batch or network</source>
        <translation>einen anderen Lauf stoppen oder einen kleineren Batch oder ein kleineres Netz wählen</translation>
    </message>
    <message>
        <source>there is no run with the number %1</source>
        <translation>es gibt keinen Lauf mit der Nummer %1</translation>
    </message>
    <message>
        <source>a run is in progress</source>
        <translation>ein Lauf ist im Gange</translation>
    </message>
    <message>
        <source>race fewer runs, or choose a smaller batch or network</source>
        <translation>das Rennen mit weniger Läufen starten oder einen kleineren Batch oder ein kleineres Netz wählen</translation>
    </message>
    <message>
        <source>a ghost cannot be reset</source>
        <translation>ein Geist lässt sich nicht zurücksetzen</translation>
    </message>
    <message>
        <source>reset run %1</source>
        <translation>Lauf %1 zurücksetzen</translation>
    </message>
    <message>
        <source>there is no run to reset</source>
        <translation>es gibt keinen Lauf, der sich zurücksetzen lässt</translation>
    </message>
    <message>
        <source>another run is in progress</source>
        <translation>ein anderer Lauf ist im Gange</translation>
    </message>
    <message>
        <source>reset fewer runs, or choose a smaller batch or network</source>
        <translation>weniger Läufe zurücksetzen oder einen kleineren Batch oder ein kleineres Netz wählen</translation>
    </message>
    <message>
        <source>the settings of a ghost stay as they were</source>
        <translation>die Einstellungen eines Geists bleiben, wie sie waren</translation>
    </message>
    <message>
        <source>stop another run, or choose a smaller batch</source>
        <translation>einen anderen Lauf stoppen oder einen kleineren Batch wählen</translation>
    </message>
    <message>
        <source>the session already has as many runs as it can</source>
        <translation>die Sitzung hat schon so viele Läufe, wie sie haben kann</translation>
    </message>
    <message>
        <source>stop a run, or make the change without a ghost</source>
        <translation>einen Lauf stoppen oder ohne Geist ändern</translation>
    </message>
    <message>
        <source>only gradients are followed</source>
        <translation>nur Gradienten werden verfolgt</translation>
    </message>
    <message>
        <source>ROLE_WEIGHT_GRADIENT or ROLE_ACTIVATION_GRADIENT</source>
        <translation>ROLE_WEIGHT_GRADIENT oder ROLE_ACTIVATION_GRADIENT</translation>
    </message>
    <message>
        <source>the network has no such gradient of &quot;%1&quot;</source>
        <translation>das Netz hat keinen solchen Gradienten von „%1“</translation>
    </message>
    <message>
        <source>it does not say which number</source>
        <translation>es ist nicht gesagt, welche Zahl</translation>
    </message>
    <message>
        <source>the exponent of a bin, or the element&apos;s index</source>
        <translation>der Exponent einer Klasse oder die Nummer des Elements</translation>
    </message>
    <message>
        <source>%1 has no element %2</source>
        <translation>%1 hat kein Element %2</translation>
    </message>
    <message>
        <source>0 to %1</source>
        <translation>0 bis %1</translation>
    </message>
    <message>
        <source>there is not enough memory for a second pass over the batch</source>
        <translation>der Speicher reicht nicht für einen zweiten Durchlauf des Batches</translation>
    </message>
    <message>
        <source>choose a smaller batch</source>
        <translation>einen kleineren Batch wählen</translation>
    </message>
    <message>
        <source>the network has no layer &quot;%1&quot;</source>
        <translation>das Netz hat keine Schicht „%1“</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>möglich: %1</translation>
    </message>
    <message>
        <source>batch %1 needs %2 GiB and the device has %3 GiB for it</source>
        <translation>Batch %1 braucht %2&#xa0;GiB, und das Gerät hat dafür %3&#xa0;GiB</translation>
    </message>
    <message>
        <source>choose a smaller network</source>
        <translation>ein kleineres Netz wählen</translation>
    </message>
    <message>
        <source>the device failed; the worker ends</source>
        <translation>das Gerät ist ausgefallen; der Rechenprozess beendet sich</translation>
    </message>
    <message>
        <source>start it again</source>
        <translation>ihn neu starten</translation>
    </message>
    <message>
        <source>a message without content cannot be sent</source>
        <translation>eine Nachricht ohne Inhalt lässt sich nicht senden</translation>
    </message>
    <message>
        <source>a message of %1 bytes does not fit into a frame of %2</source>
        <translation>eine Nachricht von %1&#xa0;Byte passt nicht in einen Rahmen von %2</translation>
    </message>
    <message>
        <source>a frame of %1 bytes does not hold a message of type %2</source>
        <translation>ein Rahmen von %1&#xa0;Byte enthält keine Nachricht vom Typ %2</translation>
    </message>
    <message>
        <source>check that both are the same version of Mantissa</source>
        <translation>prüfen, ob beide dieselbe Version von Mantissa sind</translation>
    </message>
    <message>
        <source>the link is closed; start the worker again</source>
        <translation>die Verbindung ist geschlossen; den Rechenprozess neu starten</translation>
    </message>
    <message>
        <source>a frame claims %1 bytes of content, 1 to %2 are possible: the stream is damaged</source>
        <translation>ein Rahmen gibt %1&#xa0;Byte Inhalt an, 1 bis %2 sind möglich: Der Datenstrom ist beschädigt</translation>
    </message>
    <message>
        <source>a frame of %1 bytes is damaged: its checksum says %2, its content has %3</source>
        <translation>ein Rahmen von %1&#xa0;Byte ist beschädigt: Seine Prüfsumme sagt %2, sein Inhalt hat %3</translation>
    </message>
    <message>
        <source>the other side is not a mantissa-worker; it says: &quot;%1&quot;</source>
        <translation>die Gegenseite ist kein mantissa-worker; sie sagt: „%1“</translation>
    </message>
    <message>
        <source>the other side is not a Mantissa window; it says: &quot;%1&quot;</source>
        <translation>die Gegenseite ist kein Fenster von Mantissa; sie sagt: „%1“</translation>
    </message>
    <message>
        <source>check the command that starts the worker, and what the login scripts there print</source>
        <translation>den Befehl prüfen, der den Rechenprozess startet, und was die Anmeldeskripte dort ausgeben</translation>
    </message>
    <message>
        <source>the other side ended before it said hello; it said: &quot;%1&quot;</source>
        <translation>die Gegenseite beendete sich, bevor sie sich meldete; sie sagte: „%1“</translation>
    </message>
    <message>
        <source>the stream broke off inside a frame, %1 bytes after its beginning</source>
        <translation>der Datenstrom brach in einem Rahmen ab, %1&#xa0;Byte nach dessen Anfang</translation>
    </message>
    <message>
        <source>install the same version of Mantissa on both machines</source>
        <translation>auf beiden Rechnern dieselbe Version von Mantissa installieren</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>(unbekannt)</translation>
    </message>
    <message>
        <source>this worker is Mantissa %1 and speaks protocol %2, the window is Mantissa %3 and speaks protocol %4</source>
        <translation>dieser Rechenprozess ist Mantissa %1 und spricht Protokoll %2, das Fenster ist Mantissa %3 und spricht Protokoll %4</translation>
    </message>
    <message>
        <source>this window is Mantissa %1 and speaks protocol %2, the worker is Mantissa %3 and speaks protocol %4</source>
        <translation>dieses Fenster ist Mantissa %1 und spricht Protokoll %2, der Rechenprozess ist Mantissa %3 und spricht Protokoll %4</translation>
    </message>
    <message>
        <source>the window&apos;s Hello has a nonce of %1 characters, 1 to %2 are possible</source>
        <translation>das Hello des Fensters hat eine Nonce von %1 Zeichen, 1 bis %2 sind möglich</translation>
    </message>
    <message>
        <source>the window&apos;s Hello grants no credit: nothing could ever be sent</source>
        <translation>das Hello des Fensters gewährt kein Guthaben: Es könnte nie etwas gesendet werden</translation>
    </message>
    <message>
        <source>the worker answers someone else&apos;s Hello: it echoes the nonce %1, expected %2</source>
        <translation>der Rechenprozess antwortet auf ein fremdes Hello: Er gibt die Nonce %1 zurück, erwartet wird %2</translation>
    </message>
    <message>
        <source>start the worker again</source>
        <translation>den Rechenprozess neu starten</translation>
    </message>
    <message>
        <source>cannot keep standard output for the protocol</source>
        <translation>die Standardausgabe lässt sich nicht für das Protokoll freihalten</translation>
    </message>
    <message>
        <source>cannot point standard output at standard error</source>
        <translation>die Standardausgabe lässt sich nicht auf die Fehlerausgabe lenken</translation>
    </message>
    <message>
        <source>cannot make a pipe</source>
        <translation>es lässt sich keine Pipe anlegen</translation>
    </message>
    <message>
        <source>cannot read from the other side</source>
        <translation>von der Gegenseite lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>cannot wait for the other side</source>
        <translation>auf die Gegenseite lässt sich nicht warten</translation>
    </message>
    <message>
        <source>the other side has closed the connection</source>
        <translation>die Gegenseite hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>cannot write to the other side</source>
        <translation>an die Gegenseite lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>there is no room for %1 GiB (%2 bytes) on cuda:%3: %4 of its %5 GiB are free</source>
        <translation>auf cuda:%3 ist kein Platz für %1&#xa0;GiB (%2&#xa0;Byte): %4 von %5&#xa0;GiB sind frei</translation>
    </message>
    <message>
        <source>choose a smaller batch or network, or end other programs that use the card</source>
        <translation>einen kleineren Batch oder ein kleineres Netz wählen oder andere Programme beenden, die die Karte benutzen</translation>
    </message>
    <message>
        <source>too many copies to the host are on their way</source>
        <translation>zu viele Kopien zum Hauptspeicher sind unterwegs</translation>
    </message>
    <message>
        <source>a copy to or from the host is not part of a step that is replayed</source>
        <translation>eine Kopie vom oder zum Hauptspeicher darf nicht Teil eines Schritts sein, der erneut abgespielt wird</translation>
    </message>
    <message>
        <source>mantissa-worker devices lists the others</source>
        <translation>mantissa-worker devices zählt die anderen auf</translation>
    </message>
    <message>
        <source>there is no card %1; the last is cuda:%2</source>
        <translation>es gibt keine Karte %1; die letzte ist cuda:%2</translation>
    </message>
    <message>
        <source>driver 525 or later</source>
        <translation>den Treiber 525 oder einen neueren</translation>
    </message>
    <message>
        <source>driver 580 or later</source>
        <translation>den Treiber 580 oder einen neueren</translation>
    </message>
    <message>
        <source>a newer driver</source>
        <translation>einen neueren Treiber</translation>
    </message>
    <message>
        <source>the NVIDIA driver&apos;s library cannot be loaded: %1; install the driver again</source>
        <translation>die Bibliothek des NVIDIA-Treibers lässt sich nicht laden: %1; den Treiber neu installieren</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>ohne Angabe eines Grundes</translation>
    </message>
    <message>
        <source>an NVIDIA card is here, but the driver&apos;s library %1 is not: install the NVIDIA driver (Debian: nvidia-driver), or give the container access to the card</source>
        <translation>eine NVIDIA-Karte ist da, aber die Bibliothek %1 des Treibers nicht: den NVIDIA-Treiber installieren (Debian: nvidia-driver) oder dem Container Zugang zur Karte geben</translation>
    </message>
    <message>
        <source>no NVIDIA card and no NVIDIA driver were found on this machine</source>
        <translation>auf diesem Rechner wurde weder eine NVIDIA-Karte noch ein NVIDIA-Treiber gefunden</translation>
    </message>
    <message>
        <source>the NVIDIA driver shows no card: CUDA_VISIBLE_DEVICES is set to &quot;%1&quot;, which may hide it; unset it</source>
        <translation>der NVIDIA-Treiber zeigt keine Karte: CUDA_VISIBLE_DEVICES steht auf „%1“, was sie verbergen kann; die Variable löschen</translation>
    </message>
    <message>
        <source>the NVIDIA driver is installed and finds no card that it can use: nvidia-smi says more</source>
        <translation>der NVIDIA-Treiber ist installiert und findet keine Karte, die er benutzen kann: nvidia-smi sagt mehr</translation>
    </message>
    <message>
        <source>the NVIDIA driver&apos;s kernel module and its libraries are of different versions, as after an update: restart the machine</source>
        <translation>das Kernelmodul des NVIDIA-Treibers und seine Bibliotheken haben verschiedene Versionen, wie nach einer Aktualisierung: den Rechner neu starten</translation>
    </message>
    <message>
        <source>a compatibility library of CUDA (cuda-compat) is found before the driver&apos;s own, and this card does not support it: take its folder out of LD_LIBRARY_PATH</source>
        <translation>eine Kompatibilitätsbibliothek von CUDA (cuda-compat) wird vor der des Treibers gefunden, und diese Karte unterstützt sie nicht: ihren Ordner aus LD_LIBRARY_PATH nehmen</translation>
    </message>
    <message>
        <source>the NVIDIA driver is not ready: a service that the machine needs (nvidia-fabricmanager) has not started</source>
        <translation>der NVIDIA-Treiber ist nicht bereit: Ein Dienst, den der Rechner braucht (nvidia-fabricmanager), ist nicht gestartet</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not start and gives no reason; often its module nvidia-uvm is not loaded: run nvidia-modprobe -u -c 0, or restart the machine</source>
        <translation>der NVIDIA-Treiber startet nicht und nennt keinen Grund; oft ist sein Modul nvidia-uvm nicht geladen: nvidia-modprobe -u -c 0 ausführen oder den Rechner neu starten</translation>
    </message>
    <message>
        <source>the NVIDIA driver does not start: %1 (cuInit, error %2); nvidia-smi says more</source>
        <translation>der NVIDIA-Treiber startet nicht: %1 (cuInit, Fehler %2); nvidia-smi sagt mehr</translation>
    </message>
    <message>
        <source>an error without a name</source>
        <translation>ein Fehler ohne Namen</translation>
    </message>
    <message>
        <source>the NVIDIA driver gives no information about this card: nvidia-smi may say more</source>
        <translation>der NVIDIA-Treiber gibt keine Auskunft über diese Karte: nvidia-smi sagt vielleicht mehr</translation>
    </message>
    <message>
        <source>%1 has compute capability %2.%3; 7.5 (Turing) is the oldest that this worker knows</source>
        <translation>%1 hat die Compute Capability %2.%3; 7.5 (Turing) ist die älteste, die dieser Rechenprozess kennt</translation>
    </message>
    <message>
        <source>%1 is set to refuse computing (compute mode &quot;prohibited&quot;): run nvidia-smi -c 0 -i %2 as root to allow it</source>
        <translation>%1 ist so eingestellt, dass sie nicht rechnet (Compute-Modus „prohibited“): nvidia-smi -c 0 -i %2, als root ausgeführt, erlaubt es</translation>
    </message>
    <message>
        <source>the NVIDIA driver supports CUDA %1, and this worker needs CUDA %2.0: install %3</source>
        <translation>der NVIDIA-Treiber unterstützt CUDA %1, und dieser Rechenprozess braucht CUDA %2.0: %3 installieren</translation>
    </message>
    <message>
        <source>the NVIDIA driver %1 supports CUDA %2, and this worker needs CUDA %3.0: install %4</source>
        <translation>der NVIDIA-Treiber %1 unterstützt CUDA %2, und dieser Rechenprozess braucht CUDA %3.0: %4 installieren</translation>
    </message>
    <message>
        <source>the NVIDIA driver&apos;s library %1 has no %2, so it is older than this worker needs: install %3</source>
        <translation>die Bibliothek %1 des NVIDIA-Treibers hat kein %2, ist also älter, als dieser Rechenprozess braucht: %3 installieren</translation>
    </message>
    <message>
        <source>%1 numbers were to be stored in a format that cannot hold them</source>
        <translation>%1-Zahlen sollten in einem Format gespeichert werden, in das sie nicht passen</translation>
    </message>
    <message>
        <source>CUDA refused to start a kernel: %1</source>
        <translation>CUDA hat den Start eines Kernels verweigert: %1</translation>
    </message>
    <message>
        <source>install the CUDA toolkit&apos;s libraries, or give the folder that has them by --cuda-libraries or MANTISSA_CUDA_LIBRARIES; a Python environment with PyTorch has one in site-packages/nvidia/*/lib</source>
        <translation>die Bibliotheken des CUDA-Toolkits installieren oder den Ordner, der sie enthält, mit --cuda-libraries oder MANTISSA_CUDA_LIBRARIES nennen; eine Python-Umgebung mit PyTorch hat einen unter site-packages/nvidia/*/lib</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1 is there and cannot be loaded: %2</source>
        <translation>%1 ist da und lässt sich nicht laden: %2</translation>
    </message>
    <message>
        <source>%1 (%2) is not in %3, where %4 says it is</source>
        <translation>%1 (%2) ist nicht in %3, wo es laut %4 sein soll</translation>
    </message>
    <message>
        <source>%1 (%2) was not found on this machine</source>
        <translation>%1 (%2) wurde auf diesem Rechner nicht gefunden</translation>
    </message>
    <message>
        <source>%1 has no function %2, so it is not the %3 that this worker expects</source>
        <translation>%1 hat keine Funktion %2, ist also nicht das %3, das dieser Rechenprozess erwartet</translation>
    </message>
    <message>
        <source>%1 is cuBLASLt %2, and this worker needs %3 or later</source>
        <translation>%1 ist cuBLASLt %2, und dieser Rechenprozess braucht %3 oder neuer</translation>
    </message>
    <message>
        <source>started since it last answered: %1 (CUDA_LAUNCH_BLOCKING=1 in its environment names the kernel that failed)</source>
        <translation>seit ihrer letzten Antwort gestartet: %1 (mit CUDA_LAUNCH_BLOCKING=1 in der Umgebung wird der fehlgeschlagene Kernel genannt)</translation>
    </message>
    <message>
        <source>an NVIDIA card is here, but this worker was built without CUDA: install the CUDA toolkit 12 or 13 (nvcc) and build it again, or use one that was built with it</source>
        <translation>eine NVIDIA-Karte ist da, aber dieser Rechenprozess wurde ohne CUDA gebaut: das CUDA-Toolkit 12 oder 13 (nvcc) installieren und ihn neu bauen oder einen benutzen, der damit gebaut wurde</translation>
    </message>
    <message>
        <source>this worker was built without CUDA, and no NVIDIA card was found on this machine</source>
        <translation>dieser Rechenprozess wurde ohne CUDA gebaut, und auf diesem Rechner wurde keine NVIDIA-Karte gefunden</translation>
    </message>
    <message>
        <source>cuBLASLt %1 does not start: %2</source>
        <translation>cuBLASLt %1 startet nicht: %2</translation>
    </message>
    <message>
        <source>its CUDA version may not fit the driver, or the card&apos;s memory may be full</source>
        <translation>vielleicht passt seine CUDA-Version nicht zum Treiber, oder der Speicher der Karte ist voll</translation>
    </message>
    <message>
        <source>cuBLASLt %1 cannot multiply %2 x %3 by %4 x %5 in %6: %7</source>
        <translation>cuBLASLt %1 kann %2 x %3 nicht mit %4 x %5 in %6 multiplizieren: %7</translation>
    </message>
    <message>
        <source>cuBLASLt %1 offers %2 ways to multiply %3 x %4 by %5 x %6 in %7, none of them with that arithmetic and the same bits in every run</source>
        <translation>cuBLASLt %1 bietet %2 Wege, %3 x %4 mit %5 x %6 in %7 zu multiplizieren, keinen davon mit dieser Arithmetik und denselben Bits in jedem Lauf</translation>
    </message>
    <message>
        <source>the card stopped: %1</source>
        <translation>die Karte blieb stehen: %1</translation>
    </message>
    <message>
        <source>the card stopped: %1; %2</source>
        <translation>die Karte blieb stehen: %1; %2</translation>
    </message>
    <message>
        <source>the worker must be restarted; a run continues from its last checkpoint</source>
        <translation>der Rechenprozess muss neu gestartet werden; ein Lauf geht von seinem letzten Sicherungspunkt aus weiter</translation>
    </message>
    <message>
        <source>CUDA refused: %1</source>
        <translation>CUDA hat abgelehnt: %1</translation>
    </message>
    <message>
        <source>%1 images cannot be batched</source>
        <translation>%1 Bilder lassen sich nicht auf Batches verteilen</translation>
    </message>
    <message>
        <source>1 to %1</source>
        <translation>1 bis %1</translation>
    </message>
    <message>
        <source>image %1 of epoch %2 does not exist, the data set has %3</source>
        <translation>Bild %1 der Epoche %2 gibt es nicht, der Datensatz hat %3</translation>
    </message>
    <message>
        <source>resume with the data set that the run began with</source>
        <translation>mit dem Datensatz fortsetzen, mit dem der Lauf begann</translation>
    </message>
    <message>
        <source>a batch of %1 images is empty</source>
        <translation>ein Batch mit %1 Bildern ist leer</translation>
    </message>
    <message>
        <source>at least 1</source>
        <translation>mindestens 1</translation>
    </message>
    <message>
        <source>training images</source>
        <translation>Trainingsbilder</translation>
    </message>
    <message>
        <source>test images</source>
        <translation>Testbilder</translation>
    </message>
    <message>
        <source>training labels</source>
        <translation>Trainingslabels</translation>
    </message>
    <message>
        <source>test labels</source>
        <translation>Testlabels</translation>
    </message>
    <message>
        <source>choose %1 instead</source>
        <translation>stattdessen %1 wählen</translation>
    </message>
    <message>
        <source>a data set is four files: train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte, each may end in .gz</source>
        <translation>ein Datensatz besteht aus vier Dateien: train-images-idx3-ubyte, train-labels-idx1-ubyte, t10k-images-idx3-ubyte und t10k-labels-idx1-ubyte, jede darf auf .gz enden</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>einen solchen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>the folder cannot be read: %1</source>
        <translation>der Ordner lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>it is a file, expected the folder with the four files of a data set</source>
        <translation>es ist eine Datei, erwartet wird der Ordner mit den vier Dateien eines Datensatzes</translation>
    </message>
    <message>
        <source>the %1 are missing: there is neither %2-%3 nor %4-%5.gz</source>
        <translation>die %1 fehlen: Es gibt weder %2-%3 noch %4-%5.gz</translation>
    </message>
    <message>
        <source>it differs from the published MNIST: the SHA-256 of its contents is %1, expected %2</source>
        <translation>sie weicht vom veröffentlichten MNIST ab: Die SHA-256 ihres Inhalts ist %1, erwartet wird %2</translation>
    </message>
    <message>
        <source>install Mantissa again, or open the folder as a data set of its own</source>
        <translation>Mantissa neu installieren oder den Ordner als eigenen Datensatz öffnen</translation>
    </message>
    <message>
        <source>it holds %1 labels, expected %2: one for each image of %3</source>
        <translation>sie enthält %1 Labels, erwartet werden %2: eines für jedes Bild von %3</translation>
    </message>
    <message>
        <source>its images have %1×%1 pixels, expected %2×%2 as in %3</source>
        <translation>ihre Bilder haben %1×%1 Pixel, erwartet werden %2×%2 wie in %3</translation>
    </message>
    <message>
        <source>every label is 0, expected at least two classes</source>
        <translation>jedes Label ist 0, erwartet werden mindestens zwei Klassen</translation>
    </message>
    <message>
        <source>the label is %1, expected 0 to %2: the training labels contain no other</source>
        <translation>das Label ist %1, erwartet wird 0 bis %2: Die Trainingslabels enthalten kein anderes</translation>
    </message>
    <message>
        <source>%1 compressed bytes are too many</source>
        <translation>%1 gepackte Bytes sind zu viele</translation>
    </message>
    <message>
        <source>zlib cannot be initialised</source>
        <translation>zlib lässt sich nicht initialisieren</translation>
    </message>
    <message>
        <source>not enough memory to unpack</source>
        <translation>der Speicher reicht nicht zum Entpacken</translation>
    </message>
    <message>
        <source>the gzip data are damaged (%1) after %2 bytes of content</source>
        <translation>die gzip-Daten sind nach %2&#xa0;Byte Inhalt beschädigt (%1)</translation>
    </message>
    <message>
        <source>a dictionary is required</source>
        <translation>ein Wörterbuch wird verlangt</translation>
    </message>
    <message>
        <source>copy or download the file again</source>
        <translation>die Datei neu kopieren oder herunterladen</translation>
    </message>
    <message>
        <source>%1 surplus bytes follow the end of the gzip data</source>
        <translation>nach dem Ende der gzip-Daten folgen %1 überzählige Bytes</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>signed bytes</source>
        <translation>Bytes mit Vorzeichen</translation>
    </message>
    <message>
        <source>16-bit integers</source>
        <translation>ganze Zahlen mit 16&#xa0;Bit</translation>
    </message>
    <message>
        <source>32-bit integers</source>
        <translation>ganze Zahlen mit 32&#xa0;Bit</translation>
    </message>
    <message>
        <source>32-bit floats</source>
        <translation>Gleitkommazahlen mit 32&#xa0;Bit</translation>
    </message>
    <message>
        <source>64-bit floats</source>
        <translation>Gleitkommazahlen mit 64&#xa0;Bit</translation>
    </message>
    <message>
        <source>an unknown type of element</source>
        <translation>von unbekannter Art</translation>
    </message>
    <message>
        <source>it looks like a ZIP archive: unpack it first</source>
        <translation>sie sieht aus wie ein ZIP-Archiv: erst entpacken</translation>
    </message>
    <message>
        <source>it looks like a bzip2 file: unpack it first</source>
        <translation>sie sieht aus wie eine bzip2-Datei: erst entpacken</translation>
    </message>
    <message>
        <source>it looks like an xz file: unpack it first</source>
        <translation>sie sieht aus wie eine xz-Datei: erst entpacken</translation>
    </message>
    <message>
        <source>it looks like a PNG image; Mantissa reads whole data sets in IDX files</source>
        <translation>sie sieht aus wie ein PNG-Bild; Mantissa liest ganze Datensätze in IDX-Dateien</translation>
    </message>
    <message>
        <source>it looks like a web page: the download may have saved an error page</source>
        <translation>sie sieht aus wie eine Webseite: Beim Herunterladen wurde vielleicht eine Fehlerseite gespeichert</translation>
    </message>
    <message>
        <source>it looks like a NumPy array; Mantissa reads IDX files</source>
        <translation>sie sieht aus wie ein NumPy-Array; Mantissa liest IDX-Dateien</translation>
    </message>
    <message>
        <source>not an IDX file: it begins with %1, expected %2</source>
        <translation>keine IDX-Datei: Sie beginnt mit %1, erwartet wird %2</translation>
    </message>
    <message>
        <source>its elements are %1 (type %2), expected unsigned bytes (type 08)</source>
        <translation>ihre Elemente sind %1 (Typ %2), erwartet werden Bytes ohne Vorzeichen (Typ 08)</translation>
    </message>
    <message>
        <source>it holds %1, expected %2</source>
        <translation>sie enthält %1, erwartet werden %2</translation>
    </message>
    <message>
        <source>the files of images and of labels may be swapped</source>
        <translation>vielleicht sind die Dateien der Bilder und der Labels vertauscht</translation>
    </message>
    <message>
        <source>it has %1 dimensions, expected %2 for %3</source>
        <translation>sie hat %1 Dimensionen, erwartet werden %2 für %3</translation>
    </message>
    <message>
        <source>it ends inside its header: %1 bytes, expected %2 and then the %3</source>
        <translation>sie endet in ihrem Kopf: %1&#xa0;Byte, erwartet werden %2 und danach die %3</translation>
    </message>
    <message>
        <source>it declares 0 %1, expected at least 1</source>
        <translation>sie gibt 0 %1 an, erwartet wird mindestens 1</translation>
    </message>
    <message>
        <source>it declares %1 %2, expected at most %3</source>
        <translation>sie gibt %1 %2 an, erwartet werden höchstens %3</translation>
    </message>
    <message>
        <source>it declares images of %1 rows and %2 columns</source>
        <translation>sie gibt Bilder mit %1 Zeilen und %2 Spalten an</translation>
    </message>
    <message>
        <source>%1, expected at least 1</source>
        <translation>%1, erwartet wird mindestens 1</translation>
    </message>
    <message>
        <source>%1, expected at most %2</source>
        <translation>%1, erwartet werden höchstens %2</translation>
    </message>
    <message>
        <source>%1, expected square ones</source>
        <translation>%1, erwartet werden quadratische</translation>
    </message>
    <message>
        <source>it declares %1 %2 of %3 bytes together, expected at most %4</source>
        <translation>sie gibt %1 %2 mit zusammen %3&#xa0;Byte an, erwartet werden höchstens %4</translation>
    </message>
    <message>
        <source>it breaks off: %1 uncompressed bytes found, expected %2 for the %3 %4 that its header declares</source>
        <translation>sie bricht ab: %1 entpackte Bytes gefunden, erwartet werden %2 für die %3 %4, die ihr Kopf angibt</translation>
    </message>
    <message>
        <source>it breaks off: %1 bytes found, expected %2 for the %3 %4 that its header declares</source>
        <translation>sie bricht ab: %1&#xa0;Byte gefunden, erwartet werden %2 für die %3 %4, die ihr Kopf angibt</translation>
    </message>
    <message>
        <source>%1 surplus bytes follow the %2 %3 that its header declares</source>
        <translation>auf die %2 %3, die ihr Kopf angibt, folgen %1 überzählige Bytes</translation>
    </message>
    <message>
        <source>the gzip data hold nothing at all</source>
        <translation>die gzip-Daten enthalten gar nichts</translation>
    </message>
    <message>
        <source>the gzip data break off after %1 bytes of content, inside the header of %2</source>
        <translation>die gzip-Daten brechen nach %1&#xa0;Byte Inhalt ab, im Kopf von %2&#xa0;Byte</translation>
    </message>
    <message>
        <source>surplus bytes follow the %1 %2 that its header declares</source>
        <translation>auf die %1 %2, die ihr Kopf angibt, folgen überzählige Bytes</translation>
    </message>
    <message>
        <source>the gzip data break off inside their checksum</source>
        <translation>die gzip-Daten brechen in ihrer Prüfsumme ab</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>eine solche Datei gibt es nicht</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>sie lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>it is a folder, expected a file</source>
        <translation>es ist ein Ordner, erwartet wird eine Datei</translation>
    </message>
    <message>
        <source>it is not an ordinary file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it has %1 bytes, expected at most %2</source>
        <translation>sie hat %1&#xa0;Byte, erwartet werden höchstens %2</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>version %1 of the schema</source>
        <translation>Version %1 des Schemas</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>1 to 60</source>
        <translation>1 bis 60</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>&quot;%1&quot; contains a point or a colon</source>
        <translation>„%1“ enthält einen Punkt oder Doppelpunkt</translation>
    </message>
    <message>
        <source>a name without these characters, which measures use</source>
        <translation>ein Name ohne diese Zeichen, die in Messgrößen vorkommen</translation>
    </message>
    <message>
        <source>a bound is missing</source>
        <translation>eine Grenze fehlt</translation>
    </message>
    <message>
        <source>low and high, numbers</source>
        <translation>low und high, zwei Zahlen</translation>
    </message>
    <message>
        <source>the bounds are %1 and %2</source>
        <translation>die Grenzen sind %1 und %2</translation>
    </message>
    <message>
        <source>finite numbers, the lower one first</source>
        <translation>endliche Zahlen, die kleinere zuerst</translation>
    </message>
    <message>
        <source>there is no run &quot;%1&quot; in this step or before it</source>
        <translation>in diesem Schritt oder davor gibt es keinen Lauf „%1“</translation>
    </message>
    <message>
        <source>a step with &quot;run&quot; before it</source>
        <translation>ein Schritt mit „run“ davor</translation>
    </message>
    <message>
        <source>a lesson cannot set this</source>
        <translation>eine Lektion darf das nicht einstellen</translation>
    </message>
    <message>
        <source>a setting of the network, the training or the precision</source>
        <translation>eine Einstellung des Netzes, des Trainings oder der Präzision</translation>
    </message>
    <message>
        <source>%1 figures</source>
        <translation>%1 Zahlen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a page of this folder</source>
        <translation>„%1“ ist keine Seite dieses Ordners</translation>
    </message>
    <message>
        <source>the name of a file beside lesson.json that ends in .md</source>
        <translation>der Name einer Datei neben lesson.json, der auf .md endet</translation>
    </message>
    <message>
        <source>&quot;%1&quot; exists already</source>
        <translation>„%1“ gibt es schon</translation>
    </message>
    <message>
        <source>%1 choices</source>
        <translation>%1 Antworten zur Wahl</translation>
    </message>
    <message>
        <source>2 to %1</source>
        <translation>2 bis %1</translation>
    </message>
    <message>
        <source>there is no kind &quot;%1&quot;</source>
        <translation>es gibt keine Art „%1“</translation>
    </message>
    <message>
        <source>number, choice or curve</source>
        <translation>number, choice oder curve</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>there is a run &quot;%1&quot; already</source>
        <translation>einen Lauf „%1“ gibt es schon</translation>
    </message>
    <message>
        <source>a unique name, because measures refer to it</source>
        <translation>ein eindeutiger Name, denn Messgrößen beziehen sich darauf</translation>
    </message>
    <message>
        <source>no prediction &quot;%1&quot; was asked for in this step or before it</source>
        <translation>in diesem Schritt oder davor wurde nach keiner Vorhersage „%1“ gefragt</translation>
    </message>
    <message>
        <source>the id of such a prediction</source>
        <translation>die Kennung einer solchen Vorhersage</translation>
    </message>
    <message>
        <source>the right choice is missing</source>
        <translation>die richtige Antwort fehlt</translation>
    </message>
    <message>
        <source>its index, 0 to %1</source>
        <translation>ihre Nummer, 0 bis %1</translation>
    </message>
    <message>
        <source>a curve is compared with a curve</source>
        <translation>eine Kurve wird mit einer Kurve verglichen</translation>
    </message>
    <message>
        <source>RUN.accuracy or RUN.loss</source>
        <translation>RUN.accuracy oder RUN.loss</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not occur in the step&apos;s page</source>
        <translation>„%1“ kommt auf der Seite dieses Schritts nicht vor</translation>
    </message>
    <message>
        <source>a text that occurs there word for word</source>
        <translation>ein Text, der dort Wort für Wort vorkommt</translation>
    </message>
    <message>
        <source>this is not a folder</source>
        <translation>das ist kein Ordner</translation>
    </message>
    <message>
        <source>a folder with a lesson.json</source>
        <translation>ein Ordner mit einer lesson.json</translation>
    </message>
    <message>
        <source>there is no lesson &quot;%1&quot;</source>
        <translation>es gibt keine Lektion „%1“</translation>
    </message>
    <message>
        <source>a folder, or one of %1</source>
        <translation>ein Ordner oder eine von %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid count</source>
        <translation>„%1“ ist keine gültige Anzahl</translation>
    </message>
    <message>
        <source>a whole number up to %1</source>
        <translation>eine ganze Zahl bis %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>0.1, 1e-8 or 2^-24</source>
        <translation>0.1, 1e-8 oder 2^-24</translation>
    </message>
    <message>
        <source>the tensor has no name</source>
        <translation>der Tensor hat keinen Namen</translation>
    </message>
    <message>
        <source>a tensor as the Health page names it</source>
        <translation>ein Tensor, wie ihn die Seite „Gesundheit“ nennt</translation>
    </message>
    <message>
        <source>there is no role &quot;%1&quot;</source>
        <translation>es gibt keine Rolle „%1“</translation>
    </message>
    <message>
        <source>there is no format &quot;%1&quot;</source>
        <translation>es gibt kein Format „%1“</translation>
    </message>
    <message>
        <source>there is no measure &quot;%1&quot;</source>
        <translation>es gibt keine Messgröße „%1“</translation>
    </message>
    <message>
        <source>%1 parts instead of %2</source>
        <translation>%1 Teile statt %2</translation>
    </message>
    <message>
        <source>a measure of %1 bytes</source>
        <translation>eine Messgröße von %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>the measure names no run</source>
        <translation>die Messgröße nennt keinen Lauf</translation>
    </message>
    <message>
        <source>RUN.accuracy and the like</source>
        <translation>RUN.accuracy und dergleichen</translation>
    </message>
    <message>
        <source>this is a measure of a run, not of a format</source>
        <translation>das ist eine Messgröße eines Laufs, nicht eines Formats</translation>
    </message>
    <message>
        <source>a measure of a format</source>
        <translation>eine Messgröße eines Formats</translation>
    </message>
    <message>
        <source>the text contains a control character</source>
        <translation>der Text enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>one line of text</source>
        <translation>eine Zeile Text</translation>
    </message>
    <message>
        <source>the text is not UTF-8</source>
        <translation>der Text ist kein UTF-8</translation>
    </message>
    <message>
        <source>the number is not finite</source>
        <translation>die Zahl ist nicht endlich</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>1: a result of a lesson</source>
        <translation>1: ein Ergebnis einer Lektion</translation>
    </message>
    <message>
        <source>it is missing or empty</source>
        <translation>das Feld fehlt oder ist leer</translation>
    </message>
    <message>
        <source>the lesson&apos;s name</source>
        <translation>der Name der Lektion</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>a step of the lesson, from 0</source>
        <translation>ein Schritt der Lektion, ab 0</translation>
    </message>
    <message>
        <source>%1 answers</source>
        <translation>%1 Antworten</translation>
    </message>
    <message>
        <source>it is missing or used twice</source>
        <translation>das Feld fehlt oder der Name kommt zweimal vor</translation>
    </message>
    <message>
        <source>a unique name</source>
        <translation>ein eindeutiger Name</translation>
    </message>
    <message>
        <source>the answer is missing</source>
        <translation>die Antwort fehlt</translation>
    </message>
    <message>
        <source>a number, a choice or a curve, as its kind says</source>
        <translation>eine Zahl, eine Auswahl oder eine Kurve, je nach ihrer Art</translation>
    </message>
    <message>
        <source>this is not the id of a run</source>
        <translation>das ist keine Kennung eines Laufs</translation>
    </message>
    <message>
        <source>26 letters and digits</source>
        <translation>26 Buchstaben und Ziffern</translation>
    </message>
    <message>
        <source>the result has %1 KiB</source>
        <translation>das Ergebnis hat %1&#xa0;KiB</translation>
    </message>
    <message>
        <source>at most %1 KiB: a lesson with fewer runs</source>
        <translation>höchstens %1&#xa0;KiB: eine Lektion mit weniger Läufen</translation>
    </message>
    <message>
        <source>the file does not exist</source>
        <translation>die Datei gibt es nicht</translation>
    </message>
    <message>
        <source>a text file</source>
        <translation>eine Textdatei</translation>
    </message>
    <message>
        <source>this is not an ordinary file</source>
        <translation>das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>a text file, no link and no folder</source>
        <translation>eine Textdatei, kein Verweis und kein Ordner</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>die Datei lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>a readable text file</source>
        <translation>eine lesbare Textdatei</translation>
    </message>
    <message>
        <source>the file is too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>at most %1 KiB</source>
        <translation>höchstens %1&#xa0;KiB</translation>
    </message>
    <message>
        <source>the text contains a zero byte</source>
        <translation>der Text enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>this is not JSON: %1</source>
        <translation>das ist kein JSON: %1</translation>
    </message>
    <message>
        <source>a JSON object</source>
        <translation>ein JSON-Objekt</translation>
    </message>
    <message>
        <source>there is no such field</source>
        <translation>ein solches Feld gibt es nicht</translation>
    </message>
    <message>
        <source>a field and a value that the schema names</source>
        <translation>ein Feld und ein Wert, die das Schema nennt</translation>
    </message>
    <message>
        <source>lesson.json has no such step</source>
        <translation>lesson.json hat keinen solchen Schritt</translation>
    </message>
    <message>
        <source>its %1 steps</source>
        <translation>ihre %1 Schritte</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>dieser Schritt fehlt</translation>
    </message>
    <message>
        <source>the words of the page &quot;%1&quot;</source>
        <translation>die Worte der Seite „%1“</translation>
    </message>
    <message>
        <source>words for &quot;%1&quot;</source>
        <translation>Worte für „%1“</translation>
    </message>
    <message>
        <source>lesson.json has no text here</source>
        <translation>lesson.json hat hier keinen Text</translation>
    </message>
    <message>
        <source>none here either</source>
        <translation>auch hier keiner</translation>
    </message>
    <message>
        <source>%1 of them</source>
        <translation>es sind %1</translation>
    </message>
    <message>
        <source>%1, in the order of lesson.json</source>
        <translation>%1, in der Reihenfolge von lesson.json</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not this step&apos;s page</source>
        <translation>„%1“ ist nicht die Seite dieses Schritts</translation>
    </message>
    <message>
        <source>&quot;%1&quot;, as lesson.json has it</source>
        <translation>„%1“, wie in lesson.json</translation>
    </message>
    <message>
        <source>lesson.json asks nothing here</source>
        <translation>lesson.json fragt hier nichts</translation>
    </message>
    <message>
        <source>no words for a question</source>
        <translation>keine Worte für eine Frage</translation>
    </message>
    <message>
        <source>a folder with the pages and a %1, no link</source>
        <translation>ein Ordner mit den Seiten und einer %1, kein Verweis</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>there are %1 modes</source>
        <translation>es sind %1 Modi</translation>
    </message>
    <message>
        <source>there are %1 warnings of a mode</source>
        <translation>ein Modus hat %1 Warnungen</translation>
    </message>
    <message>
        <source>there are %1 reasons of a warning</source>
        <translation>eine Warnung hat %1 Gründe</translation>
    </message>
    <message>
        <source>a time is not a number</source>
        <translation>eine Zeit ist keine Zahl</translation>
    </message>
    <message>
        <source>seconds of a step</source>
        <translation>Sekunden eines Schritts</translation>
    </message>
    <message>
        <source>there is no tensor &quot;%1&quot;</source>
        <translation>es gibt keinen Tensor „%1“</translation>
    </message>
    <message>
        <source>the weights of the configured network</source>
        <translation>die Gewichte des eingestellten Netzes</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; has the shape [%2] and %3 values</source>
        <translation>der Tensor „%1“ hat die Form [%2] und %3 Werte</translation>
    </message>
    <message>
        <source>[%1] (-1: any)</source>
        <translation>[%1] (-1: beliebig)</translation>
    </message>
    <message>
        <source>the network does not fit into an ONNX file</source>
        <translation>das Netz passt nicht in eine ONNX-Datei</translation>
    </message>
    <message>
        <source>at most 2 GiB</source>
        <translation>höchstens 2&#xa0;GiB</translation>
    </message>
    <message>
        <source>The file exists already</source>
        <translation>Die Datei gibt es schon</translation>
    </message>
    <message>
        <source>name another file, or add --force to replace it</source>
        <translation>eine andere Datei nennen oder die vorhandene mit --force ersetzen</translation>
    </message>
    <message>
        <source>The file cannot be written: %1</source>
        <translation>Die Datei lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>There is no such folder</source>
        <translation>Einen solchen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>make it first, or name another</source>
        <translation>ihn erst anlegen oder einen anderen nennen</translation>
    </message>
    <message>
        <source>This is not a regular file</source>
        <translation>Das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>the disk did not accept the data</source>
        <translation>der Datenträger hat die Daten nicht angenommen</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; has an extent or offset that is not a whole number</source>
        <translation>beim Tensor „%1“ ist eine Ausdehnung oder ein Offset keine ganze Zahl</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; has no %2</source>
        <translation>der Tensor „%1“ hat kein %2</translation>
    </message>
    <message>
        <source>dtype, shape and data_offsets</source>
        <translation>dtype, shape und data_offsets</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; is of type &quot;%2&quot;</source>
        <translation>der Tensor „%1“ ist vom Typ „%2“</translation>
    </message>
    <message>
        <source>F32, F16 or BF16</source>
        <translation>F32, F16 oder BF16</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; is too large</source>
        <translation>der Tensor „%1“ ist zu groß</translation>
    </message>
    <message>
        <source>at most 4 GiB</source>
        <translation>höchstens 4&#xa0;GiB</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; has no begin and end</source>
        <translation>der Tensor „%1“ hat keinen Anfang und kein Ende</translation>
    </message>
    <message>
        <source>two data_offsets</source>
        <translation>zwei data_offsets</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; occupies bytes %2 to %3 of %4</source>
        <translation>der Tensor „%1“ belegt die Bytes %2 bis %3 von %4</translation>
    </message>
    <message>
        <source>%1 bytes inside the file</source>
        <translation>%1&#xa0;Byte innerhalb der Datei</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; cannot be read</source>
        <translation>der Tensor „%1“ lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>a readable file</source>
        <translation>eine lesbare Datei</translation>
    </message>
    <message>
        <source>a writable folder with enough space</source>
        <translation>ein beschreibbarer Ordner mit genug Platz</translation>
    </message>
    <message>
        <source>the weights cannot be read</source>
        <translation>die Gewichte lassen sich nicht lesen</translation>
    </message>
    <message>
        <source>a readable safetensors file</source>
        <translation>eine lesbare safetensors-Datei</translation>
    </message>
    <message>
        <source>a file of %1 bytes</source>
        <translation>eine Datei von %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>8 bytes to 4 GiB of safetensors</source>
        <translation>8&#xa0;Byte bis 4&#xa0;GiB safetensors</translation>
    </message>
    <message>
        <source>the header claims %1 bytes of %2</source>
        <translation>der Kopf beansprucht %1&#xa0;Byte von %2</translation>
    </message>
    <message>
        <source>a safetensors file</source>
        <translation>eine safetensors-Datei</translation>
    </message>
    <message>
        <source>the header is not JSON: %1</source>
        <translation>der Kopf ist kein JSON: %1</translation>
    </message>
    <message>
        <source>the other runs can still be read</source>
        <translation>die anderen Läufe lassen sich noch lesen</translation>
    </message>
    <message>
        <source>The folder cannot be made: %1</source>
        <translation>Der Ordner lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>The name is longer than %1 bytes</source>
        <translation>Der Name ist länger als %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>The note is longer than %1 bytes</source>
        <translation>Die Notiz ist länger als %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>The tag is longer than %1 bytes</source>
        <translation>Das Stichwort ist länger als %1&#xa0;Byte</translation>
    </message>
    <message>
        <source>The name is not UTF-8 text</source>
        <translation>Der Name ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>The note is not UTF-8 text</source>
        <translation>Die Notiz ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>The tag is not UTF-8 text</source>
        <translation>Das Stichwort ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>shorten it</source>
        <translation>kürzen</translation>
    </message>
    <message>
        <source>There is no library of runs here yet</source>
        <translation>Hier gibt es noch keine Bibliothek von Läufen</translation>
    </message>
    <message>
        <source>it is made when the first run is recorded</source>
        <translation>sie entsteht, wenn der erste Lauf aufgezeichnet wird</translation>
    </message>
    <message>
        <source>The folder of the library does not exist</source>
        <translation>Den Ordner der Bibliothek gibt es nicht</translation>
    </message>
    <message>
        <source>The library cannot be opened: %1</source>
        <translation>Die Bibliothek lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>check that its folder exists and is writable</source>
        <translation>prüfen, ob es ihren Ordner gibt und ob er beschreibbar ist</translation>
    </message>
    <message>
        <source>The library is opened read-only</source>
        <translation>Die Bibliothek ist schreibgeschützt geöffnet</translation>
    </message>
    <message>
        <source>close the Mantissa that writes it, or choose another library</source>
        <translation>das Mantissa schließen, das sie schreibt, oder eine andere Bibliothek wählen</translation>
    </message>
    <message>
        <source>There is no run %1 in the library</source>
        <translation>In der Bibliothek gibt es keinen Lauf %1</translation>
    </message>
    <message>
        <source>A run can have at most %1 tags</source>
        <translation>Ein Lauf kann höchstens %1 Stichwörter haben</translation>
    </message>
    <message>
        <source>A record arrived twice with different content</source>
        <translation>Ein Eintrag kam zweimal mit verschiedenem Inhalt</translation>
    </message>
    <message>
        <source>It continues from a checkpoint at step %1 or earlier, but the library holds it only up to step %2</source>
        <translation>Er geht von einem Sicherungspunkt bei Schritt %1 oder davor aus weiter, aber die Bibliothek enthält ihn nur bis Schritt %2</translation>
    </message>
    <message>
        <source>start it again from its settings</source>
        <translation>ihn mit seinen Einstellungen neu starten</translation>
    </message>
    <message>
        <source>The disk failed while the library was written</source>
        <translation>Der Datenträger fiel aus, während die Bibliothek geschrieben wurde</translation>
    </message>
    <message>
        <source>check the disk and open the library again; everything acknowledged before is kept</source>
        <translation>den Datenträger prüfen und die Bibliothek neu öffnen; alles zuvor Bestätigte ist aufbewahrt</translation>
    </message>
    <message>
        <source>A record arrived for a run that has not started</source>
        <translation>Es kam ein Eintrag eines Laufs, der nicht begonnen hat</translation>
    </message>
    <message>
        <source>a run&apos;s first record must be its &quot;started&quot;</source>
        <translation>der erste Eintrag eines Laufs muss sein „started“ sein</translation>
    </message>
    <message>
        <source>The library holds %1 runs, as many as it can</source>
        <translation>Die Bibliothek enthält %1 Läufe, so viele sie fasst</translation>
    </message>
    <message>
        <source>delete some, or begin another library</source>
        <translation>einige löschen oder eine andere Bibliothek beginnen</translation>
    </message>
    <message>
        <source>The file is damaged or was made by another program: %1</source>
        <translation>Die Datei ist beschädigt oder stammt von einem anderen Programm: %1</translation>
    </message>
    <message>
        <source>ask for the file again; nothing was imported from it</source>
        <translation>die Datei noch einmal anfordern; nichts wurde daraus übernommen</translation>
    </message>
    <message>
        <source>it holds %1 runs, more than %2</source>
        <translation>sie enthält %1 Läufe, mehr als %2</translation>
    </message>
    <message>
        <source>the id of a run in it is not valid</source>
        <translation>die Kennung eines Laufs darin ist ungültig</translation>
    </message>
    <message>
        <source>There is nothing in this file</source>
        <translation>In dieser Datei ist nichts</translation>
    </message>
    <message>
        <source>name a file that `export` wrote, or another library of Mantissa</source>
        <translation>eine Datei nennen, die „export“ geschrieben hat, oder eine andere Bibliothek von Mantissa</translation>
    </message>
    <message>
        <source>The file is larger than 64 GiB</source>
        <translation>Die Datei ist größer als 64&#xa0;GiB</translation>
    </message>
    <message>
        <source>export fewer runs at a time</source>
        <translation>weniger Läufe auf einmal exportieren</translation>
    </message>
    <message>
        <source>Another Mantissa has this library open, or did not close it properly</source>
        <translation>Ein anderes Mantissa hat diese Bibliothek geöffnet oder nicht ordentlich geschlossen</translation>
    </message>
    <message>
        <source>close it there, or export the runs from it and import that file</source>
        <translation>sie dort schließen oder die Läufe daraus exportieren und jene Datei importieren</translation>
    </message>
    <message>
        <source>The file was written by a newer Mantissa (version %1 of the file, this program knows %2)</source>
        <translation>Die Datei wurde von einem neueren Mantissa geschrieben (Version %1 der Datei, dieses Programm kennt %2)</translation>
    </message>
    <message>
        <source>use that Mantissa</source>
        <translation>jenes Mantissa benutzen</translation>
    </message>
    <message>
        <source>it has the version %1</source>
        <translation>sie hat die Version %1</translation>
    </message>
    <message>
        <source>it has rows of a run that is not in it</source>
        <translation>sie hat Zeilen eines Laufs, der nicht darin ist</translation>
    </message>
    <message>
        <source>a run&apos;s number or a step in the table &quot;%1&quot; is out of range</source>
        <translation>die Nummer eines Laufs oder ein Schritt in der Tabelle „%1“ liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>it has records of an unknown kind</source>
        <translation>sie hat Einträge unbekannter Art</translation>
    </message>
    <message>
        <source>The folder does not exist</source>
        <translation>Den Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>make it, or choose another place</source>
        <translation>ihn anlegen oder einen anderen Ort wählen</translation>
    </message>
    <message>
        <source>Nothing can be written in this folder: %1</source>
        <translation>In diesem Ordner lässt sich nichts schreiben: %1</translation>
    </message>
    <message>
        <source>choose another place</source>
        <translation>einen anderen Ort wählen</translation>
    </message>
    <message>
        <source>name a file</source>
        <translation>eine Datei nennen</translation>
    </message>
    <message>
        <source>run %1 has a row in the table &quot;records&quot; that cannot be read</source>
        <translation>Lauf %1 hat in der Tabelle „records“ eine Zeile, die sich nicht lesen lässt</translation>
    </message>
    <message>
        <source>run %1 has no beginning</source>
        <translation>Lauf %1 hat keinen Anfang</translation>
    </message>
    <message>
        <source>run %1 has more than %2 tags</source>
        <translation>Lauf %1 hat mehr als %2 Stichwörter</translation>
    </message>
    <message>
        <source>No run was chosen</source>
        <translation>Kein Lauf wurde gewählt</translation>
    </message>
    <message>
        <source>choose at least one</source>
        <translation>mindestens einen wählen</translation>
    </message>
    <message>
        <source>This file is the library itself</source>
        <translation>Diese Datei ist die Bibliothek selbst</translation>
    </message>
    <message>
        <source>name another file</source>
        <translation>eine andere Datei nennen</translation>
    </message>
    <message>
        <source>nothing was imported from the file</source>
        <translation>nichts wurde aus der Datei übernommen</translation>
    </message>
    <message>
        <source>check that it exists and is readable</source>
        <translation>prüfen, ob es sie gibt und ob sie lesbar ist</translation>
    </message>
    <message>
        <source>The library was written by a newer Mantissa (version %1 of the file, this program knows %2)</source>
        <translation>Die Bibliothek wurde von einem neueren Mantissa geschrieben (Version %1 der Datei, dieses Programm kennt %2)</translation>
    </message>
    <message>
        <source>use that Mantissa, or another library; the file is left untouched</source>
        <translation>jenes Mantissa benutzen oder eine andere Bibliothek; die Datei bleibt unberührt</translation>
    </message>
    <message>
        <source>The library of runs is damaged: %1</source>
        <translation>Die Bibliothek der Läufe ist beschädigt: %1</translation>
    </message>
    <message>
        <source>keep a copy of the file; `sqlite3 FILE .recover` rescues what can still be read</source>
        <translation>eine Kopie der Datei aufheben; „sqlite3 DATEI .recover“ rettet, was noch lesbar ist</translation>
    </message>
    <message>
        <source>The folder for the library cannot be made: %1</source>
        <translation>Der Ordner für die Bibliothek lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>set MANTISSA_STATE_DIR to a folder that you can write</source>
        <translation>MANTISSA_STATE_DIR auf einen beschreibbaren Ordner setzen</translation>
    </message>
    <message>
        <source>name another file; this one is left untouched</source>
        <translation>eine andere Datei nennen; diese bleibt unberührt</translation>
    </message>
    <message>
        <source>The file cannot be reached: %1</source>
        <translation>Die Datei ist nicht erreichbar: %1</translation>
    </message>
    <message>
        <source>The file cannot be read: %1</source>
        <translation>Die Datei lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>This is not a library of Mantissa (nor any SQLite file)</source>
        <translation>Das ist keine Bibliothek von Mantissa (und auch keine SQLite-Datei)</translation>
    </message>
    <message>
        <source>This is a SQLite file of another program, not a library of Mantissa</source>
        <translation>Das ist eine SQLite-Datei eines anderen Programms, keine Bibliothek von Mantissa</translation>
    </message>
    <message>
        <source>The file cannot be put in its place: %1</source>
        <translation>Die Datei lässt sich nicht an ihren Platz bringen: %1</translation>
    </message>
    <message>
        <source>name another file, or have it replaced</source>
        <translation>eine andere Datei nennen oder die vorhandene ersetzen lassen</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>The library cannot be locked for writing: %1</source>
        <translation>Die Bibliothek lässt sich nicht zum Schreiben sperren: %1</translation>
    </message>
    <message>
        <source>create its folder and make it writable, or open the library read-only</source>
        <translation>ihren Ordner anlegen und beschreibbar machen oder die Bibliothek schreibgeschützt öffnen</translation>
    </message>
    <message>
        <source>the file system must support locks; or open the library read-only</source>
        <translation>das Dateisystem muss Sperren unterstützen; oder die Bibliothek schreibgeschützt öffnen</translation>
    </message>
    <message>
        <source>Another Mantissa (%1) has this library open for writing</source>
        <translation>Ein anderes Mantissa (%1) hat diese Bibliothek zum Schreiben geöffnet</translation>
    </message>
    <message>
        <source>Another Mantissa has this library open for writing</source>
        <translation>Ein anderes Mantissa hat diese Bibliothek zum Schreiben geöffnet</translation>
    </message>
    <message>
        <source>close it, or open the library read-only</source>
        <translation>es schließen oder die Bibliothek schreibgeschützt öffnen</translation>
    </message>
    <message>
        <source>The library of runs is a read-only file</source>
        <translation>Die Bibliothek der Läufe ist eine schreibgeschützte Datei</translation>
    </message>
    <message>
        <source>make it writable, or open it read-only</source>
        <translation>sie beschreibbar machen oder schreibgeschützt öffnen</translation>
    </message>
    <message>
        <source>The library is in a network folder and in use by another program</source>
        <translation>Die Bibliothek liegt in einem Netzwerkordner und wird von einem anderen Programm benutzt</translation>
    </message>
    <message>
        <source>close the other program and try again</source>
        <translation>das andere Programm schließen und es noch einmal versuchen</translation>
    </message>
    <message>
        <source>The library was not closed properly and its folder cannot be written</source>
        <translation>Die Bibliothek wurde nicht ordentlich geschlossen, und ihr Ordner ist nicht beschreibbar</translation>
    </message>
    <message>
        <source>copy the library and the file ending in -wal beside it to a writable folder</source>
        <translation>die Bibliothek und die Datei daneben, die auf -wal endet, in einen beschreibbaren Ordner kopieren</translation>
    </message>
    <message>
        <source>The library was created by an older Mantissa and is still empty</source>
        <translation>Die Bibliothek wurde von einem älteren Mantissa angelegt und ist noch leer</translation>
    </message>
    <message>
        <source>open it for writing once: start Mantissa with it as the only window</source>
        <translation>sie einmal zum Schreiben öffnen: Mantissa damit als einziges Fenster starten</translation>
    </message>
    <message>
        <source>The library is damaged: run %1 has a row in the table &quot;%2&quot; that cannot be read</source>
        <translation>Die Bibliothek ist beschädigt: Lauf %1 hat in der Tabelle „%2“ eine Zeile, die sich nicht lesen lässt</translation>
    </message>
    <message>
        <source>its beginning is missing</source>
        <translation>sein Anfang fehlt</translation>
    </message>
    <message>
        <source>A record cannot be kept: %1</source>
        <translation>Ein Eintrag lässt sich nicht aufbewahren: %1</translation>
    </message>
    <message>
        <source>it names no run</source>
        <translation>er nennt keinen Lauf</translation>
    </message>
    <message>
        <source>it contains nothing that this version knows</source>
        <translation>er enthält nichts, was diese Version kennt</translation>
    </message>
    <message>
        <source>it is larger than 64 KiB</source>
        <translation>er ist größer als 64&#xa0;KiB</translation>
    </message>
    <message>
        <source>it says that it is of run %1</source>
        <translation>er sagt, er sei von Lauf %1</translation>
    </message>
    <message>
        <source>a name in it is longer than 1024 bytes</source>
        <translation>ein Name darin ist länger als 1024&#xa0;Byte</translation>
    </message>
    <message>
        <source>it is larger than 16 MiB</source>
        <translation>er ist größer als 16&#xa0;MiB</translation>
    </message>
    <message>
        <source>a text in it is not UTF-8</source>
        <translation>ein Text darin ist kein UTF-8</translation>
    </message>
    <message>
        <source>The library could not be written: %1</source>
        <translation>Die Bibliothek ließ sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>The library of runs cannot be brought to version %1: %2</source>
        <translation>Die Bibliothek der Läufe lässt sich nicht auf Version %1 bringen: %2</translation>
    </message>
    <message>
        <source>nothing in the file was changed; keep a copy of it and report this</source>
        <translation>nichts an der Datei wurde geändert; eine Kopie davon aufheben und dies melden</translation>
    </message>
    <message>
        <source>The file holds a %1 named &quot;%2&quot;, which no library of Mantissa has</source>
        <translation>Die Datei enthält „%2“ (%1), was keine Bibliothek von Mantissa hat</translation>
    </message>
    <message>
        <source>it was made or changed by another program; it is left untouched</source>
        <translation>sie wurde von einem anderen Programm erstellt oder geändert; sie bleibt unberührt</translation>
    </message>
    <message>
        <source>The table &quot;%1&quot; of the library is missing or not the one of version %2</source>
        <translation>Die Tabelle „%1“ der Bibliothek fehlt oder ist nicht die der Version %2</translation>
    </message>
    <message>
        <source>the file was made or changed by another program; it is left untouched</source>
        <translation>die Datei wurde von einem anderen Programm erstellt oder geändert; sie bleibt unberührt</translation>
    </message>
    <message>
        <source>The file defines the %1 differently from a library of version %2</source>
        <translation>Die Datei definiert „%1“ anders als eine Bibliothek der Version %2</translation>
    </message>
    <message>
        <source>The disk is full: the library of runs cannot grow</source>
        <translation>Der Datenträger ist voll: Die Bibliothek der Läufe kann nicht wachsen</translation>
    </message>
    <message>
        <source>free some space and try again; everything acknowledged so far is kept</source>
        <translation>Platz schaffen und es noch einmal versuchen; alles bisher Bestätigte ist aufbewahrt</translation>
    </message>
    <message>
        <source>The library of runs cannot be written: %1</source>
        <translation>Die Bibliothek der Läufe lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>make the file and its folder writable, or open it read-only</source>
        <translation>die Datei und ihren Ordner beschreibbar machen oder die Bibliothek schreibgeschützt öffnen</translation>
    </message>
    <message>
        <source>The library of runs cannot be opened: %1</source>
        <translation>Die Bibliothek der Läufe lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>check that the file and its folder exist and are readable and writable</source>
        <translation>prüfen, ob es die Datei und ihren Ordner gibt und ob beide lesbar und beschreibbar sind</translation>
    </message>
    <message>
        <source>Another program is using the library of runs</source>
        <translation>Ein anderes Programm benutzt die Bibliothek der Läufe</translation>
    </message>
    <message>
        <source>close it and try again, or open the library read-only</source>
        <translation>es schließen und es noch einmal versuchen oder die Bibliothek schreibgeschützt öffnen</translation>
    </message>
    <message>
        <source>Reading or writing the library of runs failed: %1</source>
        <translation>Das Lesen oder Schreiben der Bibliothek der Läufe ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>check the disk; everything acknowledged so far is kept</source>
        <translation>den Datenträger prüfen; alles bisher Bestätigte ist aufbewahrt</translation>
    </message>
    <message>
        <source>The library of runs failed: %1</source>
        <translation>Die Bibliothek der Läufe hat versagt: %1</translation>
    </message>
    <message>
        <source>A step was recorded again with other numbers</source>
        <translation>Ein Schritt wurde noch einmal mit anderen Zahlen aufgezeichnet</translation>
    </message>
    <message>
        <source>a resumed run must repeat itself exactly; start a new run</source>
        <translation>ein fortgesetzter Lauf muss genau dieselben Zahlen ergeben; einen neuen Lauf starten</translation>
    </message>
    <message>
        <source>cuDNN %1 cannot convolve %2 images of %3 x %4 x %5 with %6 filters in %7: %8</source>
        <translation>cuDNN %1 kann %2 Bilder von %3 x %4 x %5 mit %6 Filtern in %7 nicht falten: %8</translation>
    </message>
    <message>
        <source>cuDNN %1 does not start: %2</source>
        <translation>cuDNN %1 startet nicht: %2</translation>
    </message>
    <message>
        <source>there are no convolutions &quot;%1&quot;</source>
        <translation>Faltungen „%1“ gibt es nicht</translation>
    </message>
    <message>
        <source>cudnn, cudnn-timed, or patches for matrix products by cuBLASLt</source>
        <translation>cudnn, cudnn-timed oder, für Matrixprodukte durch cuBLASLt, patches</translation>
    </message>
    <message>
        <source>this worker was built without cuDNN&apos;s headers</source>
        <translation>dieser Rechenprozess wurde ohne die Header von cuDNN gebaut</translation>
    </message>
    <message>
        <source>leave MANTISSA_CUDA_CONVOLUTIONS unset, or build it where cudnn.h is installed</source>
        <translation>MANTISSA_CUDA_CONVOLUTIONS nicht setzen oder den Rechenprozess dort bauen, wo cudnn.h installiert ist</translation>
    </message>
    <message>
        <source>install cuDNN 9, or give its folder too by --cuda-libraries or MANTISSA_CUDA_LIBRARIES; a Python environment with PyTorch has one in site-packages/nvidia/cudnn/lib</source>
        <translation>cuDNN 9 installieren oder auch seinen Ordner mit --cuda-libraries oder MANTISSA_CUDA_LIBRARIES nennen; eine Python-Umgebung mit PyTorch hat einen unter site-packages/nvidia/cudnn/lib</translation>
    </message>
    <message>
        <source>there is no device &quot;%1&quot;</source>
        <translation>ein Gerät „%1“ gibt es nicht</translation>
    </message>
    <message>
        <source>this worker was built without oneDNN, so it has no device &quot;cpu&quot;</source>
        <translation>dieser Rechenprozess wurde ohne oneDNN gebaut und hat deshalb kein Gerät „cpu“</translation>
    </message>
    <message>
        <source>--device reference, which is slow, or a worker built with oneDNN</source>
        <translation>--device reference, was langsam ist, oder ein Rechenprozess, der mit oneDNN gebaut wurde</translation>
    </message>
    <message>
        <source>%1 epochs of %2 steps are too many</source>
        <translation>%1 Epochen zu %2 Schritten sind zu viele</translation>
    </message>
    <message>
        <source>%1 has no %2 products: operands are rounded to %2, multiplied and summed in FP32</source>
        <translation>%1 hat keine Produkte in %2: Operanden werden auf %2 gerundet, in FP32 multipliziert und summiert</translation>
    </message>
    <message>
        <source>partial sums are rounded after each block of %1 terms, in the order of the terms</source>
        <translation>Teilsummen werden in der Reihenfolge der Summanden nach jedem Block von %1 gerundet</translation>
    </message>
    <message>
        <source>stored on %1 as FP32 numbers rounded to %2</source>
        <translation>auf %1 als FP32-Zahlen gespeichert, auf %2 gerundet</translation>
    </message>
    <message>
        <source>kept as FP32 numbers, rounded to %1 at each update</source>
        <translation>als FP32-Zahlen gehalten, bei jedem Update auf %1 gerundet</translation>
    </message>
    <message>
        <source>each sum is rounded to %1 after every term</source>
        <translation>jede Summe wird nach jedem Summanden auf %1 gerundet</translation>
    </message>
    <message>
        <source>continues from the checkpoint of step %1</source>
        <translation>geht vom Sicherungspunkt bei Schritt %1 aus weiter</translation>
    </message>
    <message>
        <source>%1, earlier %2</source>
        <translation>%1, damals %2</translation>
    </message>
    <message>
        <source>Mantissa %1 (%2), earlier %3 (%4)</source>
        <translation>Mantissa %1 (%2), damals %3 (%4)</translation>
    </message>
    <message>
        <source>%1; its bits may differ from those of a run that never stopped, because it now has %2</source>
        <translation>%1; seine Bits können von denen eines nie angehaltenen Laufs abweichen, weil er nun Folgendes hat: %2</translation>
    </message>
    <message>
        <source>convolution algorithms that were timed and chosen anew</source>
        <translation>neu nach der Zeit gewählte Verfahren für Faltungen</translation>
    </message>
    <message>
        <source>there is not enough memory to hold the state twice</source>
        <translation>der Speicher reicht nicht, um den Zustand zweimal zu halten</translation>
    </message>
    <message>
        <source>the training continues without a checkpoint of step %1: %2</source>
        <translation>das Training geht ohne Sicherungspunkt bei Schritt %1 weiter: %2</translation>
    </message>
    <message>
        <source>the checkpoint from before this change was removed: from it, the run would continue without the change</source>
        <translation>der Sicherungspunkt aus der Zeit vor dieser Änderung wurde entfernt: Von ihm aus ginge der Lauf ohne die Änderung weiter</translation>
    </message>
    <message>
        <source>the checkpoint from before this change can be neither replaced nor removed: from it, the run would continue without the change</source>
        <translation>der Sicherungspunkt aus der Zeit vor dieser Änderung lässt sich weder ersetzen noch entfernen: Von ihm aus ginge der Lauf ohne die Änderung weiter</translation>
    </message>
    <message>
        <source>adopted: continues in place of run %1</source>
        <translation>übernommen: geht anstelle von Lauf %1 weiter</translation>
    </message>
    <message>
        <source>1 histogram record left out: the window was too busy</source>
        <translation>1 Histogramm-Eintrag ausgelassen: Das Fenster war zu beschäftigt</translation>
    </message>
    <message>
        <source>%1 histogram records left out: the window was too busy</source>
        <translation>%1 Histogramm-Einträge ausgelassen: Das Fenster war zu beschäftigt</translation>
    </message>
    <message>
        <source>paused where it left off</source>
        <translation>pausiert, wo er aufgehört hat</translation>
    </message>
    <message>
        <source>back to the initial weights of the same seed</source>
        <translation>zurück zu den Anfangsgewichten desselben Startwerts</translation>
    </message>
    <message>
        <source>paused before the first step</source>
        <translation>vor dem ersten Schritt pausiert</translation>
    </message>
    <message>
        <source>no ghost: %1</source>
        <translation>kein Geist: %1</translation>
    </message>
    <message>
        <source>inf or NaN in %1, 1 value, update skipped</source>
        <translation>inf oder NaN in %1, 1 Wert, Update übersprungen</translation>
    </message>
    <message>
        <source>inf or NaN in %1, %2 values, update skipped</source>
        <translation>inf oder NaN in %1, %2 Werte, Update übersprungen</translation>
    </message>
    <message>
        <source>%1; it arose in the forward pass, which no loss scale can cure</source>
        <translation>%1; entstanden im Vorwärtsdurchlauf, wo kein Skalierungsfaktor hilft</translation>
    </message>
    <message>
        <source>%1; it arose in the forward pass, in %2, which no loss scale can cure</source>
        <translation>%1; entstanden im Vorwärtsdurchlauf, in %2, wo kein Skalierungsfaktor hilft</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>no number was followed: %1</source>
        <translation>keine Zahl wurde verfolgt: %1</translation>
    </message>
    <message>
        <source>loss scale grows, %1 → %2</source>
        <translation>Skalierungsfaktor wächst, %1 → %2</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>the loss is %1 for the first time</source>
        <translation>der Verlust ist zum ersten Mal %1</translation>
    </message>
    <message>
        <source>the loss is %1 for the first time, from %2 on</source>
        <translation>der Verlust ist zum ersten Mal %1, ab %2</translation>
    </message>
    <message>
        <source>loss_scale: back to %1</source>
        <translation>Skalierungsfaktor: zurück auf %1</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>init_scale</source>
        <translation>Anfangsgewichte ×</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>lr</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>beta1</source>
        <translation>β₁</translation>
    </message>
    <message>
        <source>beta2</source>
        <translation>β₂</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>clip_norm</source>
        <translation>Clip-Norm</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>shuffle</source>
        <translation>Mischen</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>scaling</source>
        <translation>Verlustskalierung</translation>
    </message>
    <message>
        <source>loss_scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>growth_factor</source>
        <translation>Wachstumsfaktor</translation>
    </message>
    <message>
        <source>backoff_factor</source>
        <translation>Rückgangsfaktor</translation>
    </message>
    <message>
        <source>growth_interval</source>
        <translation>Wachstumsintervall</translation>
    </message>
    <message>
        <source>min_scale</source>
        <translation>kleinster Skalierungsfaktor</translation>
    </message>
    <message>
        <source>max_scale</source>
        <translation>größter Skalierungsfaktor</translation>
    </message>
    <message>
        <source>master_weights</source>
        <translation>Mastergewichte</translation>
    </message>
    <message>
        <source>weight_gradients_fp32</source>
        <translation>Gewichtsgradienten in FP32</translation>
    </message>
    <message>
        <source>fp16_accumulation</source>
        <translation>16-Bit-Akkumulation</translation>
    </message>
    <message>
        <source>stochastic_rounding</source>
        <translation>Stochastisches Runden</translation>
    </message>
    <message>
        <source>eval_precision</source>
        <translation>Auswertungsformat</translation>
    </message>
    <message>
        <source>layer_overrides</source>
        <translation>Schichten mit eigenem Format</translation>
    </message>
    <message>
        <source>optimizer_state_fp32</source>
        <translation>Optimiererzustand in FP32</translation>
    </message>
    <message>
        <source>exponent_bits</source>
        <translation>Exponentbits</translation>
    </message>
    <message>
        <source>fraction_bits</source>
        <translation>Mantissenbits</translation>
    </message>
    <message>
        <source>eval_interval</source>
        <translation>Auswertungsintervall</translation>
    </message>
    <message>
        <source>eval_images</source>
        <translation>Bilder je Auswertung</translation>
    </message>
    <message>
        <source>histogram_interval</source>
        <translation>Histogrammintervall</translation>
    </message>
    <message>
        <source>shadow_interval</source>
        <translation>Schattenintervall</translation>
    </message>
    <message>
        <source>train_eval_images</source>
        <translation>Trainingsbilder der Auswertung</translation>
    </message>
    <message>
        <source>checkpoint_interval</source>
        <translation>Sicherungsintervall</translation>
    </message>
    <message>
        <source>one_ulp</source>
        <translation>Kontrolle, um ein ulp verschoben</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>as training</source>
        <translation>wie Training</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>advice</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>%1 % interval %2 to %3 percentage points</source>
        <translation>%1-%-Intervall %2 bis %3 Prozentpunkte</translation>
    </message>
    <message>
        <source>nothing measured</source>
        <translation>nichts gemessen</translation>
    </message>
    <message>
        <source>one run: no claim</source>
        <translation>ein Lauf: keine Aussage</translation>
    </message>
    <message>
        <source>%1 runs: no claim (a claim needs %2 paired seeds)</source>
        <translation>%1 Läufe: keine Aussage (sie braucht %2 gepaarte Startwerte)</translation>
    </message>
    <message>
        <source>no difference between %1 and %2 can be resolved here (%3 paired seeds, %4)</source>
        <translation>zwischen %1 und %2 lässt sich hier kein Unterschied auflösen (%3 gepaarte Startwerte, %4)</translation>
    </message>
    <message>
        <source>%1 is %2 percentage points above %3 (%4 paired seeds, %5)</source>
        <translation>%1 liegt %2 Prozentpunkte über %3 (%4 gepaarte Startwerte, %5)</translation>
    </message>
    <message>
        <source>%1 is %2 percentage points below %3 (%4 paired seeds, %5)</source>
        <translation>%1 liegt %2 Prozentpunkte unter %3 (%4 gepaarte Startwerte, %5)</translation>
    </message>
    <message>
        <source>%1; %2 without a result</source>
        <translation>%1; %2 ohne Ergebnis</translation>
    </message>
    <message>
        <source>%1 (%2 of 1 run)</source>
        <translation>%1 (%2 von 1 Lauf)</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 runs)</source>
        <translation>%1 (%2 von %3 Läufen)</translation>
    </message>
    <message>
        <source>%1, dynamic loss scale</source>
        <translation>%1, dynamischer Skalierungsfaktor</translation>
    </message>
    <message>
        <source>%1, loss scale %2</source>
        <translation>%1, Skalierungsfaktor %2</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Programmbibliotheken</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>%1 · batch %2 · %3</source>
        <translation>%1 · Batch %2 · %3</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Memory budget</source>
        <translation>Speicherbudget</translation>
    </message>
    <message>
        <source>Runs from</source>
        <translation>Läufe aus</translation>
    </message>
    <message>
        <source>no library</source>
        <translation>keiner Bibliothek</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>kein Lauf</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>Größter Batch</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>Numerical warnings</source>
        <translation>Numerische Warnungen</translation>
    </message>
    <message>
        <source>Decision sheet – Mantissa</source>
        <translation>Entscheidungsblatt – Mantissa</translation>
    </message>
    <message>
        <source>Which precision?</source>
        <translation>Welche Präzision?</translation>
    </message>
    <message>
        <source>Made %1 by Mantissa %2 (%3).</source>
        <translation>Erstellt am %1 von Mantissa %2 (%3).</translation>
    </message>
    <message>
        <source>The modes</source>
        <translation>Die Modi</translation>
    </message>
    <message>
        <source>What the numbers show</source>
        <translation>Was die Zahlen zeigen</translation>
    </message>
    <message>
        <source>What was not measured</source>
        <translation>Was nicht gemessen wurde</translation>
    </message>
    <message>
        <source>In PyTorch</source>
        <translation>In PyTorch</translation>
    </message>
    <message>
        <source>The training loop, for all modes</source>
        <translation>Die Trainingsschleife, für alle Modi</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>CNN, %1 and %2 channels</source>
        <translation>CNN, %1 und %2 Kanäle</translation>
    </message>
    <message>
        <source>MLP, 1 hidden layer of %1, %2</source>
        <translation>MLP, 1 verborgene Schicht mit %1, %2</translation>
    </message>
    <message>
        <source>MLP, %1 hidden layers of %2, %3</source>
        <translation>MLP, %1 verborgene Schichten mit je %2, %3</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>native</source>
        <translation>nativ</translation>
    </message>
    <message>
        <source>emulated: no claim about speed</source>
        <translation>emuliert: keine Aussage über die Geschwindigkeit</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>%1 (one measurement)</source>
        <translation>%1 (eine Messung)</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 here, %2 native</source>
        <translation>hier %1, nativ %2</translation>
    </message>
    <message>
        <source>A step in %1 is %2 times as fast as in %3 at this batch.</source>
        <translation>Ein Schritt in %1 ist bei diesem Batch %2-mal so schnell wie in %3.</translation>
    </message>
    <message>
        <source>A step in %1 takes %2 times as long as in %3 at this batch.</source>
        <translation>Ein Schritt in %1 dauert bei diesem Batch %2-mal so lange wie in %3.</translation>
    </message>
    <message>
        <source>The times of %1 and %2 overlap: no difference in speed can be resolved here.</source>
        <translation>Die Zeiten von %1 und %2 überlappen sich: Hier lässt sich kein Unterschied der Geschwindigkeit auflösen.</translation>
    </message>
    <message>
        <source>Batch %1 does not fit into %2 in %3.</source>
        <translation>Batch %1 passt in %3 nicht in %2.</translation>
    </message>
    <message>
        <source>no library of runs was named</source>
        <translation>keine Bibliothek von Läufen wurde genannt</translation>
    </message>
    <message>
        <source>the library holds no completed run of exactly this configuration</source>
        <translation>die Bibliothek enthält keinen vollständigen Lauf mit genau dieser Konfiguration</translation>
    </message>
    <message>
        <source>The difference between %1 and %2: no two runs began with the same weights.</source>
        <translation>Der Unterschied zwischen %1 und %2: Keine zwei Läufe begannen mit denselben Gewichten.</translation>
    </message>
    <message>
        <source>The speed of %1 on a device that computes it natively.</source>
        <translation>Die Geschwindigkeit von %1 auf einem Gerät, das nativ damit rechnet.</translation>
    </message>
    <message>
        <source>The time of a step holds for synthetic images in memory, without reading data, evaluation and histograms. Other programs may have used the machine as well.</source>
        <translation>Die Zeit eines Schritts gilt für künstliche Bilder im Speicher, ohne Lesen von Daten, Auswertung und Histogramme. Andere Programme haben den Rechner vielleicht mitbenutzt.</translation>
    </message>
    <message>
        <source>Memory is planned, not measured: the bytes of this program&apos;s arena. PyTorch adds its own allocator, libraries and context.</source>
        <translation>Der Speicher ist geplant, nicht gemessen: die Bytes der Arena dieses Programms. Bei PyTorch kommen Allokator, Programmbibliotheken und Kontext hinzu.</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>nicht beendet</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>Accuracy over training steps</source>
        <translation>Genauigkeit über den Trainingsschritten</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Loss of the batches over training steps</source>
        <translation>Verlust der Batches über den Trainingsschritten</translation>
    </message>
    <message>
        <source>loss (cross-entropy)</source>
        <translation>Verlust (Kreuzentropie)</translation>
    </message>
    <message>
        <source>Loss scale over training steps</source>
        <translation>Skalierungsfaktor über den Trainingsschritten</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>%1, batches</source>
        <translation>%1, Batches</translation>
    </message>
    <message>
        <source>%1, test set</source>
        <translation>%1, Testdatensatz</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>%1 of %2 runs are drawn.</source>
        <translation>%1 von %2 Läufen sind gezeichnet.</translation>
    </message>
    <message>
        <source>With markers: the test set. Thin and pale: the batches in training.</source>
        <translation>Mit Markierungen: der Testdatensatz. Dünn und blass: die Batches im Training.</translation>
    </message>
    <message>
        <source>On the test set.</source>
        <translation>Auf dem Testdatensatz.</translation>
    </message>
    <message>
        <source>As training computed it, before scaling. A line breaks at NaN and infinities, which are marked at the edge.</source>
        <translation>Wie im Training berechnet, vor der Skalierung. Eine Linie ist unterbrochen, wo NaN oder unendliche Werte stehen; diese sind am Rand markiert.</translation>
    </message>
    <message>
        <source>The factor on the loss that keeps small gradients from being flushed to zero. Marks below the plot: steps skipped because a gradient was infinite or NaN.</source>
        <translation>Der Faktor auf dem Verlust, der kleine Gradienten davor bewahrt, zu null gerundet zu werden. Striche unter dem Diagramm: Schritte, die übersprungen wurden, weil ein Gradient unendlich oder NaN war.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Training accuracy</source>
        <translation>Trainingsgenauigkeit</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>Testverlust</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Final scale</source>
        <translation>Letzter Skalierungsfaktor</translation>
    </message>
    <message>
        <source>Flushed gradients</source>
        <translation>Zu null gerundete Gradienten</translation>
    </message>
    <message>
        <source>Lost updates</source>
        <translation>Verlorene Updates</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Flushed gradients: share of the nonzero weight gradients that the cast turned into zero. Lost updates: share of the computed updates that left the stored weight unchanged.</source>
        <translation>Zu null gerundete Gradienten: Anteil der von null verschiedenen Gewichtsgradienten, die durch die Umwandlung null wurden. Verlorene Updates: Anteil der berechneten Updates, die das gespeicherte Gewicht nicht änderten.</translation>
    </message>
    <message>
        <source>Emulated: computed with the rounding of its formats, on hardware that lacks them, so it says nothing about their speed.</source>
        <translation>Emuliert: mit der Rundung der Formate gerechnet, auf einem Gerät, das sie nicht hat; über deren Geschwindigkeit sagt das nichts.</translation>
    </message>
    <message>
        <source>Each line is one run. A small difference between two single runs may be chance.</source>
        <translation>Jede Zeile ist ein Lauf. Ein kleiner Unterschied zwischen zwei einzelnen Läufen kann Zufall sein.</translation>
    </message>
    <message>
        <source>Settings that differ from the defaults</source>
        <translation>Einstellungen, die von den Vorgaben abweichen</translation>
    </message>
    <message>
        <source>Settings that differ between the runs</source>
        <translation>Einstellungen, in denen sich die Läufe unterscheiden</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>None: all runs have the same.</source>
        <translation>Keine: Alle Läufe haben dieselben.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>one_ulp on: a control run. Its initial weights are those of the other runs, each moved to the next number of its format (by one ulp, a unit in the last place). How far it drifts from the unmoved run is noise.</source>
        <translation>one_ulp on: ein Kontrolllauf. Seine Anfangsgewichte sind die der anderen Läufe, jedes auf die nächste Zahl seines Formats verschoben (um ein ulp, eine Einheit der letzten Stelle). Wie weit er vom unverschobenen Lauf abweicht, ist Rauschen.</translation>
    </message>
    <message>
        <source>%1 – Mantissa report</source>
        <translation>%1 – Bericht von Mantissa</translation>
    </message>
    <message>
        <source>%1 runs – Mantissa report</source>
        <translation>%1 Läufe – Bericht von Mantissa</translation>
    </message>
    <message>
        <source>%1 runs compared</source>
        <translation>%1 Läufe im Vergleich</translation>
    </message>
    <message>
        <source>Made %1 by Mantissa %2 (%3) from the library %4.</source>
        <translation>Erstellt am %1 von Mantissa %2 (%3) aus der Bibliothek %4.</translation>
    </message>
    <message>
        <source>1 more run has no section of its own: a report details the first %1 runs. CSV and JSON hold everything.</source>
        <translation>1 weiterer Lauf hat keinen eigenen Abschnitt: Ein Bericht beschreibt die ersten %1 Läufe genauer. CSV und JSON enthalten alles.</translation>
    </message>
    <message>
        <source>%1 more runs have no section of their own: a report details the first %2 runs. CSV and JSON hold everything.</source>
        <translation>%1 weitere Läufe haben keinen eigenen Abschnitt: Ein Bericht beschreibt die ersten %2 Läufe genauer. CSV und JSON enthalten alles.</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>activation gradient</source>
        <translation>Aktivierungsgradient</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>accumulator</source>
        <translation>Akkumulator</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>Optimiererzustand</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>started</source>
        <translation>gestartet</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>fortgesetzt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>scale down</source>
        <translation>Faktor gesenkt</translation>
    </message>
    <message>
        <source>scale up</source>
        <translation>Faktor erhöht</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>resumed from checkpoint</source>
        <translation>ab Sicherungspunkt fortgesetzt</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>adopted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>Mastergewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitspuffer</translation>
    </message>
    <message>
        <source>shadow (FP32)</source>
        <translation>Schatten (FP32)</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>forward %1</source>
        <translation>vorwärts %1</translation>
    </message>
    <message>
        <source>backward %1</source>
        <translation>rückwärts %1</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>The advisor has no findings.</source>
        <translation>Der Berater hat keine Befunde.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Proposed: %1, in a new run.</source>
        <translation>Vorschlag: %1, in einem neuen Lauf.</translation>
    </message>
    <message>
        <source>Proposed: %1.</source>
        <translation>Vorschlag: %1.</translation>
    </message>
    <message>
        <source>Formats, as requested and as computed</source>
        <translation>Formate, wie verlangt und wie gerechnet</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Requested</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>Gerechnet</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>1 more event is not shown here; JSON holds all of them.</source>
        <translation>1 weiteres Ereignis ist hier nicht gezeigt; JSON enthält alle.</translation>
    </message>
    <message>
        <source>%1 more events are not shown here; JSON holds all of them.</source>
        <translation>%1 weitere Ereignisse sind hier nicht gezeigt; JSON enthält alle.</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>%1 of %2 evaluations, evenly spread; CSV and JSON hold all of them.</source>
        <translation>%1 von %2 Auswertungen, gleichmäßig verteilt; CSV und JSON enthalten alle.</translation>
    </message>
    <message>
        <source>What the formats did to each tensor, at its last histogram</source>
        <translation>Was die Formate mit jedem Tensor machten, bei seinem letzten Histogramm</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation>Zu null gerundet</translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation>Subnormal</translation>
    </message>
    <message>
        <source>Overflowed</source>
        <translation>Übergelaufen</translation>
    </message>
    <message>
        <source>Inf, NaN</source>
        <translation>Inf, NaN</translation>
    </message>
    <message>
        <source>Largest value</source>
        <translation>Größter Wert</translation>
    </message>
    <message>
        <source>Norm lost</source>
        <translation>Verlorene Norm</translation>
    </message>
    <message>
        <source>Shares are of all elements. Zeros, infinities and NaN are counted before the cast; the others are what the cast does. Gradients include the loss scale.</source>
        <translation>Anteile an allen Elementen. Nullen, unendliche Werte und NaN sind vor der Umwandlung gezählt; die anderen entstehen durch sie. Gradienten enthalten den Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>Memory of one training step, at its peak</source>
        <translation>Speicher eines Trainingsschritts, an seiner Spitze</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>With native arithmetic</source>
        <translation>Mit nativer Arithmetik</translation>
    </message>
    <message>
        <source>peak of the step</source>
        <translation>Spitze des Schritts</translation>
    </message>
    <message>
        <source>The rows are of the operation %1 with the most bytes here; the peak with native arithmetic may fall on another.</source>
        <translation>Die Zeilen gelten für die Operation %1, die hier die meisten Bytes belegt; mit nativer Arithmetik kann die Spitze auf eine andere fallen.</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Fork of</source>
        <translation>Verzweigt von</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>SHA-256 of the data</source>
        <translation>SHA-256 der Daten</translation>
    </message>
    <message>
        <source>SHA-256 of the initial weights</source>
        <translation>SHA-256 der Anfangsgewichte</translation>
    </message>
    <message>
        <source>SHA-256 of the batch order</source>
        <translation>SHA-256 der Reihenfolge der Batches</translation>
    </message>
    <message>
        <source>SHA-256 of the final weights</source>
        <translation>SHA-256 der Endgewichte</translation>
    </message>
    <message>
        <source>To repeat it</source>
        <translation>Zum Wiederholen</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>Lauf %1: %2</translation>
    </message>
    <message>
        <source>%1 · emulated: exact in rounding, no claim about speed</source>
        <translation>%1 · emuliert: exakt in der Rundung, keine Aussage über die Geschwindigkeit</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Over seeds</source>
        <translation>Über Startwerte</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Mean test accuracy</source>
        <translation>Mittlere Testgenauigkeit</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Against the first row</source>
        <translation>Gegen die erste Zeile</translation>
    </message>
    <message>
        <source>The numbers of this chart</source>
        <translation>Die Zahlen dieses Diagramms</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letzter</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>Nicht endlich</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Gradients by magnitude, at their last histogram</source>
        <translation>Gradienten nach Größe, bei ihrem letzten Histogramm</translation>
    </message>
    <message>
        <source>%1, weight gradient, step %2, cast to %3</source>
        <translation>%1, Gewichtsgradient, Schritt %2, umgewandelt in %3</translation>
    </message>
    <message>
        <source>%1, activation gradient, step %2, cast to %3</source>
        <translation>%1, Aktivierungsgradient, Schritt %2, umgewandelt in %3</translation>
    </message>
    <message>
        <source>, times the loss scale %1</source>
        <translation>, mal Skalierungsfaktor %1</translation>
    </message>
    <message>
        <source>Magnitude</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>In the format</source>
        <translation>Im Format</translation>
    </message>
    <message>
        <source>%1 of %2 are drawn; the table below has all.</source>
        <translation>%1 von %2 sind gezeichnet; die Tabelle darunter hat alle.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>the same (SHA-256 equal): later differences have other causes</source>
        <translation>dieselben (SHA-256 gleich): Spätere Unterschiede haben andere Ursachen</translation>
    </message>
    <message>
        <source>different: they may cause a part of any difference</source>
        <translation>verschieden: Sie können einen Teil jedes Unterschieds verursachen</translation>
    </message>
    <message>
        <source>Order of batches</source>
        <translation>Reihenfolge der Batches</translation>
    </message>
    <message>
        <source>the same (SHA-256 equal)</source>
        <translation>gleich (SHA-256 gleich)</translation>
    </message>
    <message>
        <source>different: single steps cannot be compared</source>
        <translation>verschieden: Einzelne Schritte sind nicht vergleichbar</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Version of Mantissa</source>
        <translation>Version von Mantissa</translation>
    </message>
    <message>
        <source>different</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>What these runs have in common</source>
        <translation>Was diese Läufe gemeinsam haben</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Race</source>
        <translation>Rennen</translation>
    </message>
    <message>
        <source>runs of the race %1, trained in lockstep</source>
        <translation>Läufe des Rennens %1, im Gleichschritt trainiert</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>runs of the sweep or repeated race %1</source>
        <translation>Läufe des Rasters oder wiederholten Rennens %1</translation>
    </message>
    <message>
        <source>GradScaler has neither a floor nor a ceiling of the scale; this configuration has one.</source>
        <translation>GradScaler kennt weder eine Unter- noch eine Obergrenze des Skalierungsfaktors; diese Konfiguration hat eine.</translation>
    </message>
    <message>
        <source>Master weights are off here: in PyTorch that is model.to(torch.%1) without autocast, and GradScaler refuses FP16 gradients there.</source>
        <translation>Mastergewichte sind hier aus: In PyTorch ist das model.to(torch.%1) ohne autocast, und GradScaler weist FP16-Gradienten dort ab.</translation>
    </message>
    <message>
        <source>Autocast rounds weight gradients to 16 bits; this configuration keeps them in FP32.</source>
        <translation>Autocast rundet Gewichtsgradienten auf 16 Bit; diese Konfiguration hält sie in FP32.</translation>
    </message>
    <message>
        <source>Sums are rounded every 16 terms here; in PyTorch cuBLAS decides how often.</source>
        <translation>Hier werden Summen alle 16 Summanden gerundet; in PyTorch entscheidet cuBLAS, wie oft.</translation>
    </message>
    <message>
        <source>Autocast computes softmax and loss in FP32; this configuration does not.</source>
        <translation>Autocast rechnet Softmax und Verlust in FP32; diese Konfiguration nicht.</translation>
    </message>
    <message>
        <source>Autocast rounds the working copy to nearest; here it is stochastic.</source>
        <translation>Autocast rundet die Arbeitskopie zur nächsten Zahl; hier wird stochastisch gerundet.</translation>
    </message>
    <message>
        <source>PyTorch&apos;s optimizers keep their state in the parameters&apos; FP32; here it is in 16 bits.</source>
        <translation>Die Optimierer von PyTorch halten ihren Zustand im FP32 der Parameter; hier hat er 16 Bit.</translation>
    </message>
    <message>
        <source>Layers with a format of their own: wrap each in torch.autocast(device, enabled=False) or another dtype.</source>
        <translation>Schichten mit eigenem Format: jede in torch.autocast(device, enabled=False) oder mit anderem dtype einschließen.</translation>
    </message>
    <message>
        <source>Settings were changed while it trained (%1; see the events). The command repeats the run up to the first change and continues without it.</source>
        <translation>Während des Trainings wurden Einstellungen geändert (%1; siehe Ereignisse). Der Befehl wiederholt den Lauf bis zur ersten Änderung und geht ohne sie weiter.</translation>
    </message>
    <message>
        <source>once</source>
        <translation>einmal</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1-mal</translation>
    </message>
    <message>
        <source>It is a fork of run %1 at step %2. The command begins from the initial weights instead.</source>
        <translation>Er zweigt bei Schritt %2 von Lauf %1 ab. Der Befehl beginnt stattdessen mit den Anfangsgewichten.</translation>
    </message>
    <message>
        <source>It had not ended when this report was made. The command trains to the planned end.</source>
        <translation>Er war nicht beendet, als dieser Bericht entstand. Der Befehl trainiert bis zum geplanten Ende.</translation>
    </message>
    <message>
        <source>It ended before its planned end. The command trains to that end.</source>
        <translation>Er endete vor seinem geplanten Ende. Der Befehl trainiert bis dorthin.</translation>
    </message>
    <message>
        <source>It holds %1 runs; charts and findings show the first. CSV and JSON hold all of them.</source>
        <translation>Er enthält %1 Läufe; Diagramme und Befunde zeigen den ersten. CSV und JSON enthalten alle.</translation>
    </message>
    <message>
        <source>Initial weights read from a file (--init-weights) are not part of a run&apos;s settings; their SHA-256 is.</source>
        <translation>Aus einer Datei gelesene Anfangsgewichte (--init-weights) gehören nicht zu den Einstellungen eines Laufs, wohl aber ihre SHA-256.</translation>
    </message>
    <message>
        <source>PyTorch default</source>
        <translation>PyTorch-Vorgabe</translation>
    </message>
    <message>
        <source>%1, control</source>
        <translation>%1, Kontrolle</translation>
    </message>
    <message>
        <source>No values were recorded.</source>
        <translation>Es wurden keine Werte aufgezeichnet.</translation>
    </message>
    <message>
        <source>Line %1: no values.</source>
        <translation>Linie %1: keine Werte.</translation>
    </message>
    <message>
        <source>Line %1: %2 at first, %3 at the end, least %4, largest %5, steps %6 to %7.</source>
        <translation>Linie %1: anfangs %2, am Ende %3, kleinster Wert %4, größter %5, Schritte %6 bis %7.</translation>
    </message>
    <message>
        <source>Line %1: no finite value.</source>
        <translation>Linie %1: kein endlicher Wert.</translation>
    </message>
    <message>
        <source>1 value is NaN or infinite.</source>
        <translation>1 Wert ist NaN oder unendlich.</translation>
    </message>
    <message>
        <source>%1 values are NaN or infinite.</source>
        <translation>%1 Werte sind NaN oder unendlich.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>skipped steps of %1</source>
        <translation>übersprungene Schritte von %1</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>überspr.</translation>
    </message>
    <message>
        <source>%1 from step %2 to %3, %4</source>
        <translation>%1 von Schritt %2 bis %3, %4</translation>
    </message>
    <message>
        <source>NaN or infinity</source>
        <translation>NaN oder unendlich</translation>
    </message>
    <message>
        <source>zero or less</source>
        <translation>null oder kleiner</translation>
    </message>
    <message>
        <source>-infinity</source>
        <translation>−unendlich</translation>
    </message>
    <message>
        <source>becomes zero</source>
        <translation>wird null</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>overflows</source>
        <translation>läuft über</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>zu null</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>No magnitude was counted.</source>
        <translation>Keine Größe wurde gezählt.</translation>
    </message>
    <message>
        <source>Magnitudes from %1 to %2.</source>
        <translation>Größen von %1 bis %2.</translation>
    </message>
    <message>
        <source>%1 elements, of these %2 zero, %3 flushed to zero by %4, %5 overflowed, %6 not finite.</source>
        <translation>%1 Elemente, davon %2 null, %3 von %4 zu null gerundet, %5 übergelaufen, %6 nicht endlich.</translation>
    </message>
    <message>
        <source>Magnitudes of %1</source>
        <translation>Größen von %1</translation>
    </message>
    <message>
        <source>magnitude before the cast</source>
        <translation>Größe vor der Umwandlung</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>infinite or NaN</source>
        <translation>unendlich oder NaN</translation>
    </message>
    <message>
        <source>%1 · dynamic scale</source>
        <translation>%1 · dynamischer Faktor</translation>
    </message>
    <message>
        <source>%1 · scale %2</source>
        <translation>%1 · Faktor %2</translation>
    </message>
    <message>
        <source>%1 · no scale</source>
        <translation>%1 · ohne Skalierung</translation>
    </message>
    <message>
        <source>%1 · no master</source>
        <translation>%1 · ohne Mastergewichte</translation>
    </message>
    <message>
        <source>%1 · batch %2</source>
        <translation>%1 · Batch %2</translation>
    </message>
    <message>
        <source>Steps, of which skipped</source>
        <translation>Schritte, davon übersprungen</translation>
    </message>
    <message>
        <source>Flushed gradients, lost updates</source>
        <translation>Zu null gerundete Gradienten, verlorene Updates</translation>
    </message>
    <message>
        <source>1 more finding is in the HTML report.</source>
        <translation>1 weiterer Befund steht im HTML-Bericht.</translation>
    </message>
    <message>
        <source>%1 more findings are in the HTML report.</source>
        <translation>%1 weitere Befunde stehen im HTML-Bericht.</translation>
    </message>
    <message>
        <source>From step %1 on: %2</source>
        <translation>Ab Schritt %1: %2</translation>
    </message>
    <message>
        <source>1 more change</source>
        <translation>1 weitere Änderung</translation>
    </message>
    <message>
        <source>%1 more changes</source>
        <translation>%1 weitere Änderungen</translation>
    </message>
    <message>
        <source>Made %1 from the library %2: the comparison, then a page for each run. Everything else about them (histograms, evaluations, events, all settings) is in the HTML report of the same runs.</source>
        <translation>Erstellt am %1 aus der Bibliothek %2: der Vergleich, dann eine Seite je Lauf. Alles Übrige dazu (Histogramme, Auswertungen, Ereignisse, alle Einstellungen) steht im HTML-Bericht derselben Läufe.</translation>
    </message>
    <message>
        <source>1 more run has no page of its own; CSV and JSON hold everything.</source>
        <translation>1 weiterer Lauf hat keine eigene Seite; CSV und JSON enthalten alles.</translation>
    </message>
    <message>
        <source>%1 more runs have no page of their own; CSV and JSON hold everything.</source>
        <translation>%1 weitere Läufe haben keine eigene Seite; CSV und JSON enthalten alles.</translation>
    </message>
    <message>
        <source>load batch</source>
        <translation>Batch laden</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>%1 activation</source>
        <translation>%1 Aktivierung</translation>
    </message>
    <message>
        <source>%1 pool</source>
        <translation>%1 Pooling</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Norm lost: the largest share of a weight gradient&apos;s norm that is missing against FP32 at the last shadow. Cosine: the smallest between a gradient and FP32&apos;s, with its signal-to-noise ratio.</source>
        <translation>Verlorene Norm: der größte Anteil der Norm eines Gewichtsgradienten, der beim letzten Schatten gegenüber FP32 fehlt. Kosinus: der kleinste zwischen einem Gradienten und dem von FP32, mit dessen Signal-Rausch-Abstand.</translation>
    </message>
    <message>
        <source>What the gradients have lost at their last shadow, worst first</source>
        <translation>Was die Gradienten bei ihrem letzten Schatten verloren haben, der schlechteste zuerst</translation>
    </message>
    <message>
        <source>Signal to noise</source>
        <translation>Signal-Rausch-Abstand</translation>
    </message>
    <message>
        <source>Starved</source>
        <translation>Ausgehungert</translation>
    </message>
    <message>
        <source>Shadow: the same gradient in FP32 throughout. Norm lost: the share of its norm in elements that are zero here. Signal to noise: its norm over the norm of the difference, in decibels. Starved: the share of the elements not zero in FP32 that are zero here, whether flushed here or lost upstream. Flushed: the share of the elements not zero before the cast that the cast made zero.</source>
        <translation>Schatten: derselbe Gradient durchgehend in FP32. Verlorene Norm: der Anteil seiner Norm in Elementen, die hier null sind. Signal-Rausch-Abstand: seine Norm geteilt durch die Norm der Differenz, in Dezibel. Ausgehungert: der Anteil der in FP32 von null verschiedenen Elemente, die hier null sind, ob hier zu null gerundet oder schon davor verloren. Zu null gerundet: der Anteil der vor der Umwandlung von null verschiedenen Elemente, die durch sie null wurden.</translation>
    </message>
    <message>
        <source>Norm flushed</source>
        <translation>Zu null gerundete Norm</translation>
    </message>
    <message>
        <source>%1 matches FP32 within noise</source>
        <translation>%1 stimmt im Rahmen des Rauschens mit FP32 überein</translation>
    </message>
    <message>
        <source>In %1 of the last %2 comparisons with FP32 on the same batch, the smallest cosine of a gradient was %3 (%4), and no weight gradient lost more than %5 % of its norm.</source>
        <translation>In %1 der letzten %2 Vergleiche mit FP32 auf demselben Batch war der kleinste Kosinus eines Gradienten %3 (%4), und kein Gewichtsgradient verlor mehr als %5&#xa0;% seiner Norm.</translation>
    </message>
    <message>
        <source>Its gradients agree with FP32&apos;s: the precision is not the cause.</source>
        <translation>Die Gradienten stimmen mit denen von FP32 überein: Die Präzision ist nicht die Ursache.</translation>
    </message>
    <message>
        <source>Rounding alone makes two runs drift apart in time; a control run in Compare shows how far.</source>
        <translation>Schon durch Rundung laufen zwei Läufe mit der Zeit auseinander; wie weit, zeigt ein Kontrolllauf auf der Seite „Vergleich“.</translation>
    </message>
    <message>
        <source>The loss of the last %1 is about %2; guessing would cost %3. The learning rate is %4.</source>
        <translation>Der Verlust der letzten %1 beträgt etwa %2; Raten ergäbe %3. Die Lernrate ist %4.</translation>
    </message>
    <message>
        <source>Training has diverged: the learning rate is likely too high</source>
        <translation>Das Training ist divergiert: Die Lernrate ist wahrscheinlich zu groß</translation>
    </message>
    <message>
        <source>a tensor or its role is missing</source>
        <translation>ein Tensor oder seine Rolle fehlt</translation>
    </message>
    <message>
        <source>both, or neither</source>
        <translation>beides oder keines von beiden</translation>
    </message>
    <message>
        <source>the name of such a run</source>
        <translation>der Name eines solchen Laufs</translation>
    </message>
    <message>
        <source>the page %1 shows another run than the step&apos;s figures are about</source>
        <translation>die Seite %1 zeigt einen anderen Lauf als den, von dem die Zahlen des Schritts handeln</translation>
    </message>
    <message>
        <source>%1 elements, observed after their cast to %2: %3 zero, flushed ones among them, %4 not finite.</source>
        <translation>%1 Elemente, beobachtet nach ihrer Umwandlung in %2: %3 null, die zu null gerundeten darunter, %4 nicht endlich.</translation>
    </message>
    <message>
        <source>%1 keeps its moments in the format of the weights. %2 is stored in FP16, whose smallest number is %3, and epsilon is %4.</source>
        <translation>%1 hält seine Momente im Format der Gewichte. %2 ist in FP16 gespeichert, dessen kleinste Zahl %3 ist, und Epsilon ist %4.</translation>
    </message>
    <message>
        <source>%1 of the gradients are zero throughout, %2 among them.</source>
        <translation>%1 der Gradienten sind durchgehend null, darunter %2.</translation>
    </message>
    <message>
        <source>%1 of the updates were smaller than half the distance to the next %2 number, so the stored weight stayed as it was; of %3 it is %4.</source>
        <translation>%1 der Updates waren kleiner als der halbe Abstand zur nächsten %2-Zahl, also blieb das gespeicherte Gewicht, wie es war; bei %3 sind es %4.</translation>
    </message>
    <message>
        <source>%1, %2 trained numbers</source>
        <translation>%1, %2 trainierte Zahlen</translation>
    </message>
    <message>
        <source>%1, switched off</source>
        <translation>%1, abgeschaltet</translation>
    </message>
    <message>
        <source>%1, tensors shared among them; this is process %2</source>
        <translation>%1, die sich die Tensoren teilen; dies ist Prozess %2</translation>
    </message>
    <message>
        <source>%1: from %2 on, times %3 after %4 without overflow, times %5 at one</source>
        <translation>%1: ab %2, mal %3 nach %4 ohne Überlauf, mal %5 bei einem</translation>
    </message>
    <message>
        <source>%1; and %2 groups more</source>
        <translation>%1; und %2 weitere Gruppen</translation>
    </message>
    <message>
        <source>%1; this is process %2</source>
        <translation>%1; dies ist Prozess %2</translation>
    </message>
    <message>
        <source>A JSON object was expected here</source>
        <translation>Hier wurde ein JSON-Objekt erwartet</translation>
    </message>
    <message>
        <source>A smaller scale can only make gradients smaller, and these are inf or NaN before it is applied.</source>
        <translation>Ein kleinerer Faktor kann Gradienten nur kleiner machen, und diese sind inf oder NaN, bevor er wirkt.</translation>
    </message>
    <message>
        <source>A weight whose second moment is zero too is divided by zero: the weights become NaN.</source>
        <translation>Ein Gewicht, dessen zweites Moment ebenfalls null ist, wird durch null geteilt: Die Gewichte werden NaN.</translation>
    </message>
    <message>
        <source>Against the layer&apos;s own product in FP64 (local shadow), %1 of the norm of %2&apos;s gradient is missing, and %3 of its numbers; what was lost before it is not in this.</source>
        <translation>Gegenüber dem eigenen Produkt der Schicht in FP64 (lokaler Schatten) fehlen %1 der Norm des Gradienten von %2 und %3 seiner Zahlen; was vorher verloren ging, ist darin nicht enthalten.</translation>
    </message>
    <message>
        <source>Against the same batch in another format (probe), %1 of the norm of %2&apos;s gradient is missing, and %3 of its numbers.</source>
        <translation>Gegenüber demselben Batch in einem anderen Format (Probe) fehlen %1 der Norm des Gradienten von %2 und %3 seiner Zahlen.</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>BF16 has the range of FP32 and needs no loss scale.</source>
        <translation>BF16 hat den Wertebereich von FP32 und braucht keinen Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>Compiled</source>
        <translation>Kompiliert</translation>
    </message>
    <message>
        <source>Compute that module in FP32, or the whole training in BF16.</source>
        <translation>Rechnen Sie dieses Modul in FP32 oder das ganze Training in BF16.</translation>
    </message>
    <message>
        <source>FORMAT.md of mantissa_probe describes every field</source>
        <translation>FORMAT.md von mantissa_probe beschreibt jedes Feld</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>GradScaler begins high and halves the scale at each overflow: %1 were skipped, from %2 on, and %3 since.</source>
        <translation>GradScaler beginnt hoch und halbiert den Faktor bei jedem Überlauf: %1 wurden übersprungen, von %2 an, und seither %3.</translation>
    </message>
    <message>
        <source>Gradients are lost below the range of FP16: raise the loss scale, or use BF16</source>
        <translation>Gradienten gehen unterhalb des Wertebereichs von FP16 verloren: Skalierungsfaktor erhöhen oder BF16 verwenden</translation>
    </message>
    <message>
        <source>Gradients are read</source>
        <translation>Gradienten werden gelesen</translation>
    </message>
    <message>
        <source>In %1 a loss was logged that was not finite, first in step %2, and another took its place.</source>
        <translation>In %1 wurde ein Verlust gemeldet, der nicht endlich war, zuerst in Schritt %2, und ein anderer trat an seine Stelle.</translation>
    </message>
    <message>
        <source>In the order of the backward pass the first gradient that held inf or NaN was most often that of %1.</source>
        <translation>In der Reihenfolge des Rückwärtsdurchlaufs war der erste Gradient mit inf oder NaN am häufigsten der von %1.</translation>
    </message>
    <message>
        <source>Inf or NaN arise in the forward pass: no loss scale can cure that</source>
        <translation>Inf oder NaN entstehen im Vorwärtsdurchlauf: Das heilt kein Skalierungsfaktor</translation>
    </message>
    <message>
        <source>Its recording holds no memory by category and no command that would repeat it.</source>
        <translation>Seine Aufzeichnung enthält weder den Speicher nach Kategorien noch einen Befehl, der es wiederholen würde.</translation>
    </message>
    <message>
        <source>Keep the weights in FP32 and let autocast round them.</source>
        <translation>Halten Sie die Gewichte in FP32, und lassen Sie Autocast sie runden.</translation>
    </message>
    <message>
        <source>Local shadow: this layer&apos;s product computed again in FP64 from its own input. What was lost before it is not in this.</source>
        <translation>Lokaler Schatten: das Produkt dieser Schicht, noch einmal in FP64 aus ihrer eigenen Eingabe gerechnet. Was vorher verloren ging, ist darin nicht enthalten.</translation>
    </message>
    <message>
        <source>Loss scaling</source>
        <translation>Verlustskalierung</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Most updates change nothing: keep the weights in FP32</source>
        <translation>Die meisten Updates ändern nichts: Gewichte in FP32 halten</translation>
    </message>
    <message>
        <source>Observed: the training&apos;s own numbers. A true zero cannot be told from a flushed one.</source>
        <translation>Beobachtet: die eigenen Zahlen des Trainings. Eine echte Null lässt sich nicht von einer zu null gerundeten Zahl unterscheiden.</translation>
    </message>
    <message>
        <source>Of the numbers of %1&apos;s gradient that are not zero, %2 lie at the lowest end of FP16 (observed): smaller ones have become zero.</source>
        <translation>Von den Zahlen des Gradienten von %1, die nicht null sind, liegen %2 am untersten Ende von FP16 (beobachtet): Kleinere sind null geworden.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Probe: the same batch run again in another format.</source>
        <translation>Probe: derselbe Batch, noch einmal in einem anderen Format gerechnet.</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Recorded by</source>
        <translation>Aufgezeichnet von</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>Abgetastet</translation>
    </message>
    <message>
        <source>Shares are of the elements that were counted. Gradients were counted after their casts: what these flushed is among the zeros. Gradients include the loss scale.</source>
        <translation>Anteile beziehen sich auf die gezählten Elemente. Gradienten wurden nach ihren Umwandlungen gezählt: Was diese zu null gerundet haben, ist unter den Nullen. Gradienten enthalten den Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>The file cannot be opened</source>
        <translation>Die Datei lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>The file cannot be read to its end</source>
        <translation>Die Datei lässt sich nicht bis zu ihrem Ende lesen</translation>
    </message>
    <message>
        <source>The file is no recording of mantissa_probe</source>
        <translation>Die Datei ist keine Aufzeichnung von mantissa_probe</translation>
    </message>
    <message>
        <source>The first steps were skipped while the loss scale found its place: that is normal</source>
        <translation>Die ersten Schritte wurden übersprungen, während der Skalierungsfaktor seinen Platz fand: Das ist normal</translation>
    </message>
    <message>
        <source>The growth interval is longer than the run: the loss scale can only fall</source>
        <translation>Das Wachstumsintervall ist länger als der Lauf: Der Skalierungsfaktor kann nur fallen</translation>
    </message>
    <message>
        <source>The largest gradient would still fit at a scale of %1, two bits to spare.</source>
        <translation>Der größte Gradient passte noch bei einem Faktor von %1, mit zwei Bit Reserve.</translation>
    </message>
    <message>
        <source>The last %1 were skipped, and the scale fell from %2 to %3.</source>
        <translation>Die letzten %1 wurden übersprungen, und der Faktor fiel von %2 auf %3.</translation>
    </message>
    <message>
        <source>The line holds a zero byte</source>
        <translation>Die Zeile enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>The line is longer than 16 MiB</source>
        <translation>Die Zeile ist länger als 16 MiB</translation>
    </message>
    <message>
        <source>The line is no JSON from its character %1 on: %2</source>
        <translation>Die Zeile ist ab ihrem Zeichen %1 kein JSON: %2</translation>
    </message>
    <message>
        <source>The line is no JSON object</source>
        <translation>Die Zeile ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>The loop passes over losses that are inf or NaN, and the curve does not show them</source>
        <translation>Die Schleife übergeht Verluste, die inf oder NaN sind, und die Kurve zeigt sie nicht</translation>
    </message>
    <message>
        <source>The loss scale is below 1 and still falling: no scale can save this training</source>
        <translation>Der Skalierungsfaktor liegt unter 1 und fällt weiter: Kein Faktor kann dieses Training retten</translation>
    </message>
    <message>
        <source>The optimizer&apos;s epsilon is zero in FP16: it divides by zero</source>
        <translation>Das Epsilon des Optimierers ist in FP16 null: Er teilt durch null</translation>
    </message>
    <message>
        <source>The recording has no step yet</source>
        <translation>Die Aufzeichnung hat noch keinen Schritt</translation>
    </message>
    <message>
        <source>The recording has version %1, and this program reads version 1</source>
        <translation>Die Aufzeichnung hat Version %1, und dieses Programm liest Version 1</translation>
    </message>
    <message>
        <source>The scale grows after %1 without overflow, and the run has %2.</source>
        <translation>Der Faktor wächst nach %1 ohne Überlauf, und der Lauf hat %2.</translation>
    </message>
    <message>
        <source>The training ended with %1</source>
        <translation>Das Training endete mit %1</translation>
    </message>
    <message>
        <source>The training, as its recording describes it</source>
        <translation>Das Training, wie seine Aufzeichnung es beschreibt</translation>
    </message>
    <message>
        <source>There is a line behind the one that ends the recording</source>
        <translation>Hinter der Zeile, die die Aufzeichnung beendet, steht noch eine</translation>
    </message>
    <message>
        <source>To lose none, begin at the scale that held.</source>
        <translation>Um keinen zu verlieren, beginnen Sie bei dem Faktor, der hielt.</translation>
    </message>
    <message>
        <source>What made it goes on. Find the batch, rather than leaving it out.</source>
        <translation>Was ihn erzeugt hat, besteht weiter. Suchen Sie den Batch, statt ihn auszulassen.</translation>
    </message>
    <message>
        <source>With weights in FP32 it would be %1.</source>
        <translation>Mit Gewichten in FP32 wären es %1.</translation>
    </message>
    <message>
        <source>With weights in FP32 none would be lost.</source>
        <translation>Mit Gewichten in FP32 ginge keine verloren.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not %2</source>
        <translation>Bei „%1“ wird etwas anderes erwartet: %2</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a list in which each tensor comes once a step</source>
        <translation>eine Liste, in der jeder Tensor einmal je Schritt vorkommt</translation>
    </message>
    <message>
        <source>a list of %1 values, one for each tensor of the line</source>
        <translation>eine Liste von %1 Werten, einer für jeden Tensor der Zeile</translation>
    </message>
    <message>
        <source>a list of at most %1 values</source>
        <translation>eine Liste von höchstens %1 Werten</translation>
    </message>
    <message>
        <source>a list of whole numbers from -1100 to 1100</source>
        <translation>eine Liste ganzer Zahlen von -1100 bis 1100</translation>
    </message>
    <message>
        <source>a newer Mantissa reads it</source>
        <translation>ein neueres Mantissa liest sie</translation>
    </message>
    <message>
        <source>a recording of mantissa_probe has one JSON object a line</source>
        <translation>eine Aufzeichnung von mantissa_probe hat je Zeile ein JSON-Objekt</translation>
    </message>
    <message>
        <source>a shape of at most %1 elements</source>
        <translation>eine Form von höchstens %1 Elementen</translation>
    </message>
    <message>
        <source>a shorter list</source>
        <translation>eine kürzere Liste</translation>
    </message>
    <message>
        <source>a step from %1 on</source>
        <translation>ein Schritt ab %1</translation>
    </message>
    <message>
        <source>a text of at most %1 bytes</source>
        <translation>ein Text von höchstens %1 Byte</translation>
    </message>
    <message>
        <source>a training writes its first steps after a while; import it then</source>
        <translation>ein Training schreibt seine ersten Schritte nach einer Weile; importieren Sie es dann</translation>
    </message>
    <message>
        <source>a whole number from 0 to %1</source>
        <translation>eine ganze Zahl von 0 bis %1</translation>
    </message>
    <message>
        <source>after the scaler divided them: its private names were not found</source>
        <translation>nachdem der Scaler sie geteilt hat: seine privaten Namen wurden nicht gefunden</translation>
    </message>
    <message>
        <source>an id of 1 to 32 visible characters</source>
        <translation>eine Kennung aus 1 bis 32 sichtbaren Zeichen</translation>
    </message>
    <message>
        <source>an object of at most %1 values</source>
        <translation>ein Objekt von höchstens %1 Werten</translation>
    </message>
    <message>
        <source>an object with shorter names</source>
        <translation>ein Objekt mit kürzeren Namen</translation>
    </message>
    <message>
        <source>as the backward pass leaves them, before torch.nn.utils clips them; there is no scaler</source>
        <translation>wie der Rückwärtsdurchlauf sie hinterlässt, ehe torch.nn.utils sie begrenzt; es gibt keinen Scaler</translation>
    </message>
    <message>
        <source>when the optimizer steps, after the loop&apos;s clipping if it clips; there is no scaler</source>
        <translation>wenn der Optimierer seinen Schritt macht, also nach dem Begrenzen, falls die Schleife begrenzt; es gibt keinen Scaler</translation>
    </message>
    <message>
        <source>at most %1 in one bin</source>
        <translation>höchstens %1 in einer Klasse</translation>
    </message>
    <message>
        <source>before the scaler divides them by the loss scale</source>
        <translation>bevor der Scaler sie durch den Skalierungsfaktor teilt</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>its first line is a header with &quot;format&quot;: &quot;mantissa-recording&quot;</source>
        <translation>ihre erste Zeile ist ein Kopf mit &quot;format&quot;: &quot;mantissa-recording&quot;</translation>
    </message>
    <message>
        <source>lists of at most %1 bins</source>
        <translation>Listen von höchstens %1 Klassen</translation>
    </message>
    <message>
        <source>local shadow</source>
        <translation>lokaler Schatten</translation>
    </message>
    <message>
        <source>magnitude, observed after the cast</source>
        <translation>Größenordnung, nach der Umwandlung beobachtet</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>beobachtet</translation>
    </message>
    <message>
        <source>of a step that has at most %1 histograms</source>
        <translation>ein Schritt mit höchstens %1 Histogrammen</translation>
    </message>
    <message>
        <source>probe</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>the file was cut or overwritten here</source>
        <translation>die Datei wurde hier abgeschnitten oder überschrieben</translation>
    </message>
    <message>
        <source>the index of a tensor of the header</source>
        <translation>der Index eines Tensors aus dem Kopf</translation>
    </message>
    <message>
        <source>there, and a line of this kind needs it</source>
        <translation>ein Wert, den eine Zeile dieser Art braucht</translation>
    </message>
    <message>
        <source>there, and a new tensor needs it</source>
        <translation>ein Wert, den ein neuer Tensor braucht</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>Another recording begins here</source>
        <translation>Hier beginnt eine andere Aufzeichnung</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a recording of this folder</source>
        <translation>„%1“ ist keine Aufzeichnung dieses Ordners</translation>
    </message>
    <message>
        <source>each recording is a file of its own</source>
        <translation>jede Aufzeichnung ist eine eigene Datei</translation>
    </message>
    <message>
        <source>the name of a file beside lesson.json that ends in .jsonl</source>
        <translation>der Name einer Datei neben lesson.json, der auf .jsonl endet</translation>
    </message>
    <message>
        <source>%1 multiplies %2 as well, but here operands are rounded to %2, multiplied and summed in FP32</source>
        <translation>%1 multipliziert auch %2; hier werden die Operanden aber auf %2 gerundet und in FP32 multipliziert und summiert</translation>
    </message>
    <message>
        <source>%1 results of BF16 products are zero that FP32 would not make zero: this processor&apos;s instructions take numbers below 2⁻¹²⁶ for zero; with the setting native off they are computed</source>
        <translation>%1 Ergebnisse von BF16-Produkten sind null, die FP32 nicht zu null machen würde: Die Befehle dieses Prozessors nehmen Zahlen unter 2⁻¹²⁶ als null; mit der Einstellung native off werden sie berechnet</translation>
    </message>
    <message>
        <source>%1: FP32 units with exact rounding, as the settings ask for</source>
        <translation>%1: FP32-Recheneinheiten mit exakter Rundung, wie die Einstellungen es verlangen</translation>
    </message>
    <message>
        <source>%1: FP32 units with exact rounding; this processor&apos;s %1 instructions are %2 times as fast</source>
        <translation>%1: FP32-Recheneinheiten mit exakter Rundung; die %1-Befehle dieses Prozessors sind %2-mal so schnell</translation>
    </message>
    <message>
        <source>%1: the device&apos;s own %1 products</source>
        <translation>%1: die eigenen %1-Produkte des Geräts</translation>
    </message>
    <message>
        <source>%1: the device&apos;s own %1 products, as the settings ask for</source>
        <translation>%1: die eigenen %1-Produkte des Geräts, wie die Einstellungen es verlangen</translation>
    </message>
    <message>
        <source>%1: this processor&apos;s %1 instructions, %2 times as fast as FP32 units with exact rounding</source>
        <translation>%1: die %1-Befehle dieses Prozessors, %2-mal so schnell wie FP32-Recheneinheiten mit exakter Rundung</translation>
    </message>
    <message>
        <source>An older Mantissa has this library open</source>
        <translation>Ein älteres Mantissa hat diese Bibliothek geöffnet</translation>
    </message>
    <message>
        <source>Another Mantissa is training run %1</source>
        <translation>Ein anderes Mantissa trainiert den Lauf %1</translation>
    </message>
    <message>
        <source>The file of this library was removed while another Mantissa has it open</source>
        <translation>Die Datei dieser Bibliothek wurde entfernt, während ein anderes Mantissa sie geöffnet hat</translation>
    </message>
    <message>
        <source>Use %1: no other mode is measurably faster on this device.</source>
        <translation>Nehmen Sie %1: Kein anderer Modus ist auf diesem Gerät messbar schneller.</translation>
    </message>
    <message>
        <source>Use %1: the other modes are only emulated on this device, so that none is faster here.</source>
        <translation>Nehmen Sie %1: Die anderen Modi werden auf diesem Gerät nur emuliert, keiner ist hier schneller.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is encrypted or packed in an unknown way</source>
        <translation>„%1“ ist verschlüsselt oder auf unbekannte Weise gepackt</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither on nor off</source>
        <translation>„%1“ ist weder on noch off</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no setting of a run</source>
        <translation>„%1“ ist keine Einstellung eines Laufs</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number that fits</source>
        <translation>„%1“ ist keine passende Zahl</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no format</source>
        <translation>„%1“ benennt kein Format</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no setting with its values</source>
        <translation>„%1“ benennt keine Einstellung mit ihren Werten</translation>
    </message>
    <message>
        <source>a file of numpy.savez or numpy.savez_compressed</source>
        <translation>eine Datei von numpy.savez oder numpy.savez_compressed</translation>
    </message>
    <message>
        <source>a file that numpy.save wrote</source>
        <translation>eine Datei, die numpy.save geschrieben hat</translation>
    </message>
    <message>
        <source>a layer and its format: fc1=fp32</source>
        <translation>eine Schicht und ihr Format: fc1=fp32</translation>
    </message>
    <message>
        <source>a list, such as [1, 2]; a setting of all runs stands in &quot;base&quot;</source>
        <translation>eine Liste wie [1, 2]; was für alle Läufe gilt, steht in &quot;base&quot;</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <source>a number beyond 2^53 is not exact in JSON</source>
        <translation>eine Zahl über 2^53 ist in JSON nicht exakt</translation>
    </message>
    <message>
        <source>a number such as 64, 1e-3 or 2^16</source>
        <translation>eine Zahl wie 64, 1e-3 oder 2^16</translation>
    </message>
    <message>
        <source>a setting, = and its values with commas between, such as lr=0.1,0.01</source>
        <translation>eine Einstellung, = und ihre Werte, durch Kommas getrennt: lr=0.1,0.01</translation>
    </message>
    <message>
        <source>a text, a number, true or false</source>
        <translation>ein Text, eine Zahl, true oder false</translation>
    </message>
    <message>
        <source>a whole .npz file</source>
        <translation>eine vollständige .npz-Datei</translation>
    </message>
    <message>
        <source>a whole .npz file of at most %1 arrays</source>
        <translation>eine vollständige .npz-Datei mit höchstens %1 Feldern</translation>
    </message>
    <message>
        <source>a whole file</source>
        <translation>eine vollständige Datei</translation>
    </message>
    <message>
        <source>a whole number such as 64</source>
        <translation>eine ganze Zahl wie 64</translation>
    </message>
    <message>
        <source>all of its %1 bytes, undamaged</source>
        <translation>alle ihre %1 Bytes, unbeschädigt</translation>
    </message>
    <message>
        <source>an array of numbers</source>
        <translation>ein Feld von Zahlen</translation>
    </message>
    <message>
        <source>an array of numbers, such as array.astype(numpy.float32)</source>
        <translation>ein Feld von Zahlen, etwa array.astype(numpy.float32)</translation>
    </message>
    <message>
        <source>an object of JSON, such as {&quot;width&quot;: 64}</source>
        <translation>ein JSON-Objekt wie {&quot;width&quot;: 64}</translation>
    </message>
    <message>
        <source>at most max_scale, %1</source>
        <translation>höchstens max_scale, %1</translation>
    </message>
    <message>
        <source>close it; this one then brings the library up to date</source>
        <translation>schließen Sie es; dieses bringt die Bibliothek dann auf den neuen Stand</translation>
    </message>
    <message>
        <source>close that Mantissa; or name another library</source>
        <translation>schließen Sie jenes Mantissa; oder nennen Sie eine andere Bibliothek</translation>
    </message>
    <message>
        <source>entry %1 of the ZIP file&apos;s directory is damaged</source>
        <translation>Eintrag %1 im Verzeichnis der ZIP-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>it holds Python&apos;s objects, which run code when they are opened</source>
        <translation>sie enthält Python-Objekte, die beim Öffnen Code ausführen</translation>
    </message>
    <message>
        <source>its elements are records of several fields</source>
        <translation>ihre Elemente sind Datensätze aus mehreren Feldern</translation>
    </message>
    <message>
        <source>let it finish, or stop it there</source>
        <translation>lassen Sie ihn enden, oder halten Sie ihn dort an</translation>
    </message>
    <message>
        <source>name, preset, base, or a setting with the list of its values, as in the JSON {&quot;lr&quot;: [0.1, 0.01]}</source>
        <translation>name, preset, base oder eine Einstellung mit der Liste ihrer Werte wie in {&quot;lr&quot;: [0.1, 0.01]}</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on oder off</translation>
    </message>
    <message>
        <source>safetensors, .npy or .npz</source>
        <translation>safetensors, .npy oder .npz</translation>
    </message>
    <message>
        <source>settings as config.proto names them, such as lr or histogram_interval</source>
        <translation>Einstellungen mit ihren Namen aus config.proto, etwa lr oder histogram_interval</translation>
    </message>
    <message>
        <source>stepwise_derivatives</source>
        <translation>Sigmoid′ stufenweise gerundet</translation>
    </message>
    <message>
        <source>tensor &quot;%1&quot; is larger than the file</source>
        <translation>der Tensor „%1“ ist größer als die Datei</translation>
    </message>
    <message>
        <source>the ZIP file has no directory</source>
        <translation>die ZIP-Datei hat kein Verzeichnis</translation>
    </message>
    <message>
        <source>the ZIP file&apos;s directory claims %1 files in %2 bytes</source>
        <translation>das Verzeichnis der ZIP-Datei behauptet %1 Dateien in %2 Bytes</translation>
    </message>
    <message>
        <source>the ZIP file&apos;s directory is damaged</source>
        <translation>das Verzeichnis der ZIP-Datei ist beschädigt</translation>
    </message>
    <message>
        <source>the array is larger than the file</source>
        <translation>das Feld ist größer als die Datei</translation>
    </message>
    <message>
        <source>the file has %1 tensors</source>
        <translation>die Datei hat %1 Tensoren</translation>
    </message>
    <message>
        <source>the header cannot be read</source>
        <translation>der Kopf ist nicht lesbar</translation>
    </message>
    <message>
        <source>the same number in quotes</source>
        <translation>dieselbe Zahl in Anführungszeichen</translation>
    </message>
    <message>
        <source>the tensors as safetensors: safetensors.torch.save_file(tensors, &quot;file.safetensors&quot;)</source>
        <translation>die Tensoren als safetensors: safetensors.torch.save_file(tensors, &quot;file.safetensors&quot;)</translation>
    </message>
    <message>
        <source>this is a checkpoint of PyTorch, whose pickle runs code when it is opened</source>
        <translation>dies ist ein Checkpoint von PyTorch, dessen Pickle beim Öffnen Code ausführt</translation>
    </message>
    <message>
        <source>this is a pickle of Python, which runs code when it is opened</source>
        <translation>dies ist ein Pickle von Python, der beim Öffnen Code ausführt</translation>
    </message>
    <message>
        <source>this is no array of NumPy</source>
        <translation>dies ist kein Feld von NumPy</translation>
    </message>
    <message>
        <source>this is no list of values</source>
        <translation>dies ist keine Liste von Werten</translation>
    </message>
    <message>
        <source>this is no object of settings</source>
        <translation>dies ist kein Objekt mit Einstellungen</translation>
    </message>
    <message>
        <source>this is no override of a layer</source>
        <translation>dies ist kein Format für eine Schicht</translation>
    </message>
    <message>
        <source>this is no text</source>
        <translation>dies ist kein Text</translation>
    </message>
    <message>
        <source>this is no value of a setting</source>
        <translation>dies ist kein Wert einer Einstellung</translation>
    </message>
    <message>
        <source>%1 commands wait for the training already</source>
        <translation>%1 Befehle warten schon auf das Training</translation>
    </message>
    <message>
        <source>%1 has %2 entries, expected at most %3</source>
        <translation>%1 hat %2 Einträge, erwartet: höchstens %3</translation>
    </message>
    <message>
        <source>%1 is %2, expected %3 to %4</source>
        <translation>%1 ist %2, erwartet: %3 bis %4</translation>
    </message>
    <message>
        <source>%1 is %2, which is no choice</source>
        <translation>%1 ist %2, und das steht nicht zur Wahl</translation>
    </message>
    <message>
        <source>By seed, %</source>
        <translation>Je Startwert, %</translation>
    </message>
    <message>
        <source>Run %1 cannot be read: %2</source>
        <translation>Lauf %1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>The library is damaged: of run %1, rows of the table &quot;%2&quot; are missing: %3</source>
        <translation>Die Bibliothek ist beschädigt: Von Lauf %1 fehlen Zeilen der Tabelle „%2“: %3</translation>
    </message>
    <message>
        <source>The library is damaged: of run %1, the row of the table &quot;%2&quot; for %3 is not the one that was written</source>
        <translation>Die Bibliothek ist beschädigt: Von Lauf %1 ist die Zeile der Tabelle „%2“ für %3 nicht die, die geschrieben wurde</translation>
    </message>
    <message>
        <source>The path of the data holds characters that shells read. Each is &quot;_&quot; in the command.</source>
        <translation>Der Pfad der Daten enthält Zeichen, die Shells deuten. Im Befehl steht für jedes „_“.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be the name of a layer</source>
        <translation>„%1“ kann nicht der Name einer Schicht sein</translation>
    </message>
    <message>
        <source>at most %1 letters, digits, &quot;_&quot;, &quot;-&quot; and &quot;.&quot;</source>
        <translation>höchstens %1 Buchstaben, Ziffern, „_“, „-“ und „.“</translation>
    </message>
    <message>
        <source>it has a record twice of which there can be only one: %1</source>
        <translation>ein Datensatz, den es nur einmal geben kann, ist zweimal darin: %1</translation>
    </message>
    <message>
        <source>it is nested more than %1 levels deep</source>
        <translation>es ist mehr als %1 Ebenen tief verschachtelt</translation>
    </message>
    <message>
        <source>its tensors overlap</source>
        <translation>ihre Tensoren überlappen sich</translation>
    </message>
    <message>
        <source>safetensors whose tensors lie one after the other</source>
        <translation>safetensors, deren Tensoren nacheinander liegen</translation>
    </message>
    <message>
        <source>table &quot;%1&quot;</source>
        <translation>Tabelle „%1“</translation>
    </message>
    <message>
        <source>table &quot;%1&quot;: %2</source>
        <translation>Tabelle „%1“: %2</translation>
    </message>
    <message>
        <source>table &quot;%1&quot;: a row of a run that is not there</source>
        <translation>Tabelle „%1“: eine Zeile eines Laufs, den es nicht gibt</translation>
    </message>
    <message>
        <source>the gzip data unpack to more than %1 times their size, as no images do</source>
        <translation>die gzip-Daten werden entpackt mehr als %1-mal so groß, wie es bei Bildern nie vorkommt</translation>
    </message>
    <message>
        <source>the rest can still be read; mantissa-worker runs --check finds all of it</source>
        <translation>der Rest ist noch lesbar; mantissa-worker runs --check findet alle Schäden</translation>
    </message>
    <message>
        <source>unpack the file first if that is right</source>
        <translation>entpacken Sie die Datei zuerst, falls das so richtig ist</translation>
    </message>
    <message>
        <source>wait for the replies to them</source>
        <translation>warten Sie auf die Antworten darauf</translation>
    </message>
    <message>
        <source>%1 for the %2</source>
        <translation>%1 als %2</translation>
    </message>
    <message>
        <source>%1 values are left out: a step has at most %2</source>
        <translation>%1 Werte sind weggelassen: Ein Schritt hat höchstens %2</translation>
    </message>
    <message>
        <source>%1 values are left out: they came more than %2 steps late</source>
        <translation>%1 Werte sind weggelassen: Sie kamen mehr als %2 Schritte zu spät</translation>
    </message>
    <message>
        <source>%1; their files were read together</source>
        <translation>%1; ihre Dateien wurden zusammen gelesen</translation>
    </message>
    <message>
        <source>Tags of the event file taken: %1</source>
        <translation>Übernommene Namen der Ereignisdatei: %1</translation>
    </message>
    <message>
        <source>The checksum of a record&apos;s content is wrong</source>
        <translation>Die Prüfsumme des Inhalts eines Datensatzes ist falsch</translation>
    </message>
    <message>
        <source>The checksum of a record&apos;s length is wrong</source>
        <translation>Die Prüfsumme der Länge eines Datensatzes ist falsch</translation>
    </message>
    <message>
        <source>The content is no event of TensorBoard</source>
        <translation>Der Inhalt ist kein Ereignis von TensorBoard</translation>
    </message>
    <message>
        <source>The event file has no scalar</source>
        <translation>Die Ereignisdatei enthält keine Skalare</translation>
    </message>
    <message>
        <source>The record has more than 16 MiB</source>
        <translation>Der Datensatz hat mehr als 16&#xa0;MiB</translation>
    </message>
    <message>
        <source>The step %1 is out of range</source>
        <translation>Der Schritt %1 liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>an event file of TensorBoard has one before and one behind each record</source>
        <translation>eine Ereignisdatei von TensorBoard hat eine vor und eine hinter jedem Datensatz</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>gradients and weights are rank 0&apos;s: all ranks have the same</source>
        <translation>Gradienten und Gewichte sind die von Rank 0: Alle Ranks haben dieselben</translation>
    </message>
    <message>
        <source>gradients and weights are the sums over the ranks, which rank 0&apos;s file has</source>
        <translation>Gradienten und Gewichte sind die Summen über die Ranks, die in der Datei von Rank 0 stehen</translation>
    </message>
    <message>
        <source>histograms, images and texts of TensorBoard are not read</source>
        <translation>Histogramme, Bilder und Texte von TensorBoard werden nicht gelesen</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>of %1 ranks these are missing: %2</source>
        <translation>von %1 Ranks fehlen diese: %2</translation>
    </message>
    <message>
        <source>rank %1 is at step %2, more than %3 records behind rank %4: it is left out from here on</source>
        <translation>Rank %1 ist bei Schritt %2, mehr als %3 Datensätze hinter Rank %4: Er wird von hier an weggelassen</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>Rank %1: %2</translation>
    </message>
    <message>
        <source>ranks %1 as one run: %2; logged numbers are the mean over these ranks, activations are added, all else is rank 0&apos;s</source>
        <translation>die Ranks %1 als ein Lauf: %2; protokollierte Zahlen sind das Mittel über diese Ranks, Aktivierungen sind addiert, alles andere ist von Rank 0</translation>
    </message>
    <message>
        <source>steps go from 0 to %1</source>
        <translation>Schritte gehen von 0 bis %1</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>test loss</source>
        <translation>Testverlust</translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>die Datei ist beschädigt</translation>
    </message>
    <message>
        <source>this device does not support the operation %1</source>
        <translation>dieses Gerät unterstützt die Operation %1 nicht</translation>
    </message>
    <message>
        <source>%1 cannot be cut into patches of %2x%2</source>
        <translation>%1 lässt sich nicht in Ausschnitte von %2x%2 zerlegen</translation>
    </message>
    <message>
        <source>ResNet, %1 channels in its first block</source>
        <translation>ResNet, %1 Kanäle im ersten Block</translation>
    </message>
    <message>
        <source>Transformer, %1 blocks, %2 heads, tokens of %3 numbers</source>
        <translation>Transformer, %1 Blöcke, %2 Köpfe, Tokens aus %3 Zahlen</translation>
    </message>
    <message>
        <source>a multiple of the %1 heads</source>
        <translation>ein Vielfaches der %1 Köpfe</translation>
    </message>
    <message>
        <source>an image of a multiple of the patches&apos; size</source>
        <translation>ein Bild von einem Vielfachen der Ausschnittgröße</translation>
    </message>
    <message>
        <source>an image of at least 2x2</source>
        <translation>ein Bild von mindestens 2x2</translation>
    </message>
    <message>
        <source>an image, or tokens x features</source>
        <translation>ein Bild, oder Tokens x Merkmale</translation>
    </message>
    <message>
        <source>an odd kernel, and stride 1 or 2</source>
        <translation>ein ungerader Kern, und Schrittweite 1 oder 2</translation>
    </message>
    <message>
        <source>another name</source>
        <translation>ein anderer Name</translation>
    </message>
    <message>
        <source>attention_scaling</source>
        <translation>skalierte Attention</translation>
    </message>
    <message>
        <source>bias_offset_count is %1</source>
        <translation>bias_offset_count ist %1</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>kausal</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>different tensors</source>
        <translation>verschiedene Tensoren</translation>
    </message>
    <message>
        <source>embedding_gain</source>
        <translation>Faktor des Embeddings</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>images of %1x%1 pixels cannot be cut into 16 patches</source>
        <translation>Bilder von %1x%1 Pixeln lassen sich nicht in 16 Ausschnitte zerlegen</translation>
    </message>
    <message>
        <source>images of %1x%1 pixels cannot be halved twice</source>
        <translation>Bilder von %1x%1 Pixeln lassen sich nicht zweimal halbieren</translation>
    </message>
    <message>
        <source>it has %1 inputs</source>
        <translation>sie hat %1 Eingänge</translation>
    </message>
    <message>
        <source>it lacks a setting</source>
        <translation>ihr fehlt eine Einstellung</translation>
    </message>
    <message>
        <source>it reads &quot;%1&quot;</source>
        <translation>sie liest „%1“</translation>
    </message>
    <message>
        <source>it reads &quot;%1&quot; twice</source>
        <translation>sie liest „%1“ zweimal</translation>
    </message>
    <message>
        <source>it takes no &quot;%1&quot;</source>
        <translation>sie kennt kein „%1“</translation>
    </message>
    <message>
        <source>its input cannot be pooled</source>
        <translation>ihr Eingang lässt sich nicht zusammenfassen</translation>
    </message>
    <message>
        <source>its input has no features</source>
        <translation>ihr Eingang hat keine Merkmale</translation>
    </message>
    <message>
        <source>its input is %1</source>
        <translation>ihr Eingang ist %1</translation>
    </message>
    <message>
        <source>its input is %1 for %2 heads</source>
        <translation>ihr Eingang ist %1 für %2 Köpfe</translation>
    </message>
    <message>
        <source>its input is no image</source>
        <translation>ihr Eingang ist kein Bild</translation>
    </message>
    <message>
        <source>kernel %1, stride %2</source>
        <translation>Kern %1, Schrittweite %2</translation>
    </message>
    <message>
        <source>needed: %1; possible: %2</source>
        <translation>nötig: %1; möglich: %2</translation>
    </message>
    <message>
        <source>no activation function is chosen</source>
        <translation>keine Aktivierungsfunktion ist gewählt</translation>
    </message>
    <message>
        <source>no network is chosen</source>
        <translation>kein Netz ist gewählt</translation>
    </message>
    <message>
        <source>norm_16bit</source>
        <translation>Normalisierung in 16 Bit</translation>
    </message>
    <message>
        <source>norm_epsilon_16bit</source>
        <translation>Epsilon in 16 Bit</translation>
    </message>
    <message>
        <source>nothing reads the tensor &quot;%1&quot;</source>
        <translation>nichts liest den Tensor „%1“</translation>
    </message>
    <message>
        <source>only the last one is not read</source>
        <translation>nur der letzte wird nicht gelesen</translation>
    </message>
    <message>
        <source>pointwise_fp32</source>
        <translation>Aktivierungsfunktionen in FP32</translation>
    </message>
    <message>
        <source>query_key_offset</source>
        <translation>Versatz von Query und Key</translation>
    </message>
    <message>
        <source>residual_16bit</source>
        <translation>Residualsummen in 16 Bit</translation>
    </message>
    <message>
        <source>rows x columns x channels</source>
        <translation>Zeilen x Spalten x Kanäle</translation>
    </message>
    <message>
        <source>softmax_16bit</source>
        <translation>Softmax in 16 Bit</translation>
    </message>
    <message>
        <source>the name of an earlier one</source>
        <translation>der Name eines früheren</translation>
    </message>
    <message>
        <source>the samples themselves</source>
        <translation>die Beispiele selbst</translation>
    </message>
    <message>
        <source>there is a tensor &quot;%1&quot; already</source>
        <translation>es gibt schon einen Tensor „%1“</translation>
    </message>
    <message>
        <source>there is no operation &quot;%1&quot;</source>
        <translation>es gibt keine Operation „%1“</translation>
    </message>
    <message>
        <source>there is no tensor &quot;%1&quot; before it</source>
        <translation>vor ihr gibt es keinen Tensor „%1“</translation>
    </message>
    <message>
        <source>token_width</source>
        <translation>Tokenbreite</translation>
    </message>
    <message>
        <source>tokens x features</source>
        <translation>Tokens x Merkmale</translation>
    </message>
    <message>
        <source>tokens x queries, keys and values, each of a multiple of the heads</source>
        <translation>Tokens x Queries, Keys und Values, jeweils ein Vielfaches der Köpfe</translation>
    </message>
    <message>
        <source>two tensors of the same extents</source>
        <translation>zwei Tensoren gleicher Ausdehnung</translation>
    </message>
    <message>
        <source>use images of a multiple of 4 pixels, or the MLP</source>
        <translation>nehmen Sie Bilder von einem Vielfachen von 4 Pixeln, oder das MLP</translation>
    </message>
    <message>
        <source>The run reached its share of the disk (%1): of its steps up to %2 only some are kept, those that stand out among them</source>
        <translation>Der Lauf hat seinen Teil der Platte erreicht (%1): Von seinen Schritten bis %2 bleiben nur einige, darunter die auffälligen</translation>
    </message>
    <message>
        <source>Its batch loss was not finite there.</source>
        <translation>Sein Batchverlust war dort nicht endlich.</translation>
    </message>
    <message>
        <source>%1 has FP32&apos;s gradients, but its loss diverged from that of %2 at step %3</source>
        <translation>%1 hat die Gradienten von FP32, doch der Verlust divergierte bei Schritt %3 von dem von %2</translation>
    </message>
    <message>
        <source>%1 · dynamic scale as %2</source>
        <translation>%1 · dynamischer Skalierungsfaktor wie %2</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1, geändert</translation>
    </message>
    <message>
        <source>%1, dynamic loss scale as %2</source>
        <translation>%1, dynamischer Skalierungsfaktor wie %2</translation>
    </message>
    <message>
        <source>%1; it is infinite, and every later step will be skipped</source>
        <translation>%1; er ist unendlich, und jeder spätere Schritt wird übersprungen</translation>
    </message>
    <message>
        <source>%1; overflow %2 of the %3 that hysteresis waits for: the scale stays</source>
        <translation>%1; Überlauf %2 von %3, auf die die Hysterese wartet: Der Skalierungsfaktor bleibt</translation>
    </message>
    <message>
        <source>%1; overflows in %2 of %3 steps are below the tolerance of %4: the scale stays</source>
        <translation>%1; Überläufe in %2 von %3 Schritten liegen unter der Toleranz von %4: Der Skalierungsfaktor bleibt</translation>
    </message>
    <message>
        <source>%1; the scale may not fall below %2</source>
        <translation>%1; der Skalierungsfaktor darf nicht unter %2 fallen</translation>
    </message>
    <message>
        <source>%1; the step after the next uses %2</source>
        <translation>%1; der übernächste Schritt benutzt %2</translation>
    </message>
    <message>
        <source>FP32, TF32, FP16, BF16, E2M1 to E8M23, or E4M3FN, E3M2FN, E2M3FN, E2M1FN</source>
        <translation>FP32, TF32, FP16, BF16, E2M1 bis E8M23 oder E4M3FN, E3M2FN, E2M3FN, E2M1FN</translation>
    </message>
    <message>
        <source>GradScaler lowers and raises the scale by a simpler rule; this configuration has another one (%1).</source>
        <translation>GradScaler senkt und erhöht den Skalierungsfaktor nach einer einfacheren Regel; diese Konfiguration hat eine andere (%1).</translation>
    </message>
    <message>
        <source>Grows to 2^24 at most; under a static scale inf and NaN are not looked for and reach the weights.</source>
        <translation>Wächst höchstens auf 2^24; unter einem statischen Skalierungsfaktor wird nicht nach inf und NaN gesucht, und sie erreichen die Gewichte.</translation>
    </message>
    <message>
        <source>Halves the scale at an overflow and doubles it after 2000 steps without one; growth to infinity is refused, and the scale may fall below 1.</source>
        <translation>Halbiert den Skalierungsfaktor bei einem Überlauf und verdoppelt ihn nach 2000 Schritten ohne; Wachstum auf unendlich wird verweigert, und der Faktor darf unter 1 fallen.</translation>
    </message>
    <message>
        <source>Starts at 2^15 and does not fall below 1, as TensorFlow.</source>
        <translation>Beginnt bei 2^15 und fällt nicht unter 1, wie TensorFlow.</translation>
    </message>
    <message>
        <source>Starts at 2^15 and does not fall below 1.</source>
        <translation>Beginnt bei 2^15 und fällt nicht unter 1.</translation>
    </message>
    <message>
        <source>Starts at 2^15 and may become infinite: half of infinity is infinity, so every later step is skipped.</source>
        <translation>Beginnt bei 2^15 und kann unendlich werden: Die Hälfte von unendlich ist unendlich, also wird jeder spätere Schritt übersprungen.</translation>
    </message>
    <message>
        <source>Starts at 2^32, grows after 1000 steps and does not fall below 1.</source>
        <translation>Beginnt bei 2^32, wächst nach 1000 Schritten und fällt nicht unter 1.</translation>
    </message>
    <message>
        <source>Starts at 2^32, grows after 1000 steps; hysteresis of 2: the first overflow only skips the step, the second and every later one halves the scale, until it has grown.</source>
        <translation>Beginnt bei 2^32, wächst nach 1000 Schritten; Hysterese von 2: Der erste Überlauf überspringt nur den Schritt, der zweite und jeder weitere halbiert den Skalierungsfaktor, bis er gewachsen ist.</translation>
    </message>
    <message>
        <source>Starts at 2^7, grows after 16384 steps; an overflow that would bring the scale to 0.0001 or below ends the run with an error; with a tolerance rare overflows do not lower it.</source>
        <translation>Beginnt bei 2^7, wächst nach 16384 Schritten; ein Überlauf, der den Skalierungsfaktor auf 0.0001 oder darunter brächte, beendet den Lauf mit einem Fehler; mit einer Toleranz senken seltene Überläufe ihn nicht.</translation>
    </message>
    <message>
        <source>Uses a new scale one step late, so a first overflow is followed by a step at the same scale; grows to 2^24 at most.</source>
        <translation>Benutzt einen neuen Skalierungsfaktor einen Schritt später, sodass auf einen ersten Überlauf ein Schritt mit demselben folgt; wächst höchstens auf 2^24.</translation>
    </message>
    <message>
        <source>a smaller learning rate, or the rule that keeps the scale at its floor</source>
        <translation>eine kleinere Lernrate oder die Regel, die den Skalierungsfaktor an seiner Untergrenze hält</translation>
    </message>
    <message>
        <source>above min_scale, %1, at which the run ends</source>
        <translation>über min_scale, %1, bei dem der Lauf endet</translation>
    </message>
    <message>
        <source>check_static_scale</source>
        <translation>statischer Skalierungsfaktor geprüft</translation>
    </message>
    <message>
        <source>delayed_scale</source>
        <translation>verzögerter Skalierungsfaktor</translation>
    </message>
    <message>
        <source>floor_rule</source>
        <translation>beim kleinsten Skalierungsfaktor</translation>
    </message>
    <message>
        <source>hysteresis</source>
        <translation>Hysterese</translation>
    </message>
    <message>
        <source>hysteresis_refill</source>
        <translation>Zählung der Überläufe</translation>
    </message>
    <message>
        <source>infinite_scale</source>
        <translation>unendlicher Skalierungsfaktor</translation>
    </message>
    <message>
        <source>late_growth</source>
        <translation>spätes Wachstum</translation>
    </message>
    <message>
        <source>loss scale falls, %1 → %2, one step late</source>
        <translation>Skalierungsfaktor fällt einen Schritt verspätet, %1 → %2</translation>
    </message>
    <message>
        <source>overflow_tolerance</source>
        <translation>Toleranz für Überläufe</translation>
    </message>
    <message>
        <source>scaler</source>
        <translation>Skalierer</translation>
    </message>
    <message>
        <source>the loss scale is %1, its floor is %2, and the gradients overflowed again</source>
        <translation>der Skalierungsfaktor ist %1, seine Untergrenze %2, und die Gradienten sind wieder übergelaufen</translation>
    </message>
    <message>
        <source>A sum of squares beyond %1, the largest number of %2, is infinite.</source>
        <translation>Eine Summe von Quadraten über %1, der größten Zahl von %2, ist unendlich.</translation>
    </message>
    <message>
        <source>Activations reach %1 (%2). Their squares exceed %3, the largest number of %4.</source>
        <translation>Aktivierungen erreichen %1 (%2). Ihre Quadrate übersteigen %3, die größte Zahl von %4.</translation>
    </message>
    <message>
        <source>Normalisations in %1 lose the gradient&apos;s direction: compute their statistics in FP32</source>
        <translation>Normalisierungen in %1 verlieren die Richtung des Gradienten: ihre Statistik in FP32 rechnen</translation>
    </message>
    <message>
        <source>The gradient of %1 has the cosine %2 with FP32&apos;s at step %3, although its casts flush hardly anything: no loss scale cures that.</source>
        <translation>Der Gradient von %1 hat in Schritt %3 mit dem von FP32 den Kosinus %2, obwohl beim Umwandeln kaum etwas zu null gerundet wird: Dagegen hilft kein Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>Where the variance is infinite, one over its root is 0: the normalisation gives a constant instead of its input, and no NaN tells of it.</source>
        <translation>Wo die Varianz unendlich ist, ist eins durch ihre Wurzel 0: Die Normalisierung gibt statt ihrer Eingabe eine Konstante aus, und kein NaN verrät es.</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>static</source>
        <translation>statisch</translation>
    </message>
    <message>
        <source>converters_8bit</source>
        <translation>8-Bit-Wandler</translation>
    </message>
    <message>
        <source>cpu or reference</source>
        <translation>cpu oder reference</translation>
    </message>
    <message>
        <source>device_seconds</source>
        <translation>Sekunden eines Schritts in den Bauelementen</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>fp32: products are the devices&apos;, all else is FP32</source>
        <translation>fp32: Produkte rechnen die Bauelemente, alles andere ist FP32</translation>
    </message>
    <message>
        <source>gather_updates</source>
        <translation>Updates sammeln</translation>
    </message>
    <message>
        <source>mlp: its products are of dense layers only</source>
        <translation>mlp: seine Produkte sind nur die dichter Schichten</translation>
    </message>
    <message>
        <source>none: FP32 gradients need no loss scale</source>
        <translation>none: FP32-Gradienten brauchen keine Verlustskalierung</translation>
    </message>
    <message>
        <source>off: the noise of the devices is far larger</source>
        <translation>off: das Rauschen der Bauelemente ist weit größer</translation>
    </message>
    <message>
        <source>phase-change devices</source>
        <translation>Phasenwechsel-Bauelemente</translation>
    </message>
    <message>
        <source>weights that are phase-change devices cannot have it</source>
        <translation>Gewichte aus Phasenwechsel-Bauelementen können das nicht haben</translation>
    </message>
    <message>
        <source>%1 steps were skipped, one after the other</source>
        <translation>%1 Schritte wurden nacheinander übersprungen</translation>
    </message>
    <message>
        <source>%1, backward</source>
        <translation>%1, rückwärts</translation>
    </message>
    <message>
        <source>FP32 master weights</source>
        <translation>Mastergewichte in FP32</translation>
    </message>
    <message>
        <source>No cure was found: even with all %1 casts and switches in FP32 the run falls behind over %2 steps.</source>
        <translation>Keine Abhilfe gefunden: Selbst mit allen %1 Umwandlungen und Schaltern in FP32 bleibt der Lauf über %2 Schritte zurück.</translation>
    </message>
    <message>
        <source>No single operation stands out: each differs from FP32 by no more than its format&apos;s rounding.</source>
        <translation>Keine einzelne Operation fällt auf: Jede weicht nur um die Rundung ihres Formats von FP32 ab.</translation>
    </message>
    <message>
        <source>Not a matter of precision: FP32 does not learn either (mean loss after %1 steps %2, FP32 %3).</source>
        <translation>Keine Frage der Präzision: Auch FP32 lernt nicht (mittlerer Verlust nach %1 Schritten %2, FP32 %3).</translation>
    </message>
    <message>
        <source>Not a matter of precision: FP32 fails as well, %1 (learning rate, initial weights, or data).</source>
        <translation>Keine Frage der Präzision: Auch FP32 scheitert, %1 (Lernrate, Anfangsgewichte oder Daten).</translation>
    </message>
    <message>
        <source>Stopped before a cure was found, after %1 trainings.</source>
        <translation>Gestoppt, bevor eine Abhilfe gefunden war, nach %1 Trainingsläufen.</translation>
    </message>
    <message>
        <source>Stopped before the end. This was seen to help, but less may be enough: %1.</source>
        <translation>Vor dem Ende gestoppt. Dies half, doch weniger kann genügen: %1.</translation>
    </message>
    <message>
        <source>The cause: %1.</source>
        <translation>Die Ursache: %1.</translation>
    </message>
    <message>
        <source>The cause: %1; %2 later results only passed it on.</source>
        <translation>Die Ursache: %1; %2 spätere Ergebnisse gaben es nur weiter.</translation>
    </message>
    <message>
        <source>The run failed: %1.</source>
        <translation>Der Lauf ist gescheitert: %1.</translation>
    </message>
    <message>
        <source>This cures it: %1. None of it can be left out. With all of %2 seeds the run then keeps up with FP32 over %3 steps.</source>
        <translation>Dies behebt es: %1. Nichts davon kann entfallen. Mit allen %2 Startwerten hält der Lauf dann über %3 Schritte mit FP32 mit.</translation>
    </message>
    <message>
        <source>This helps: %1. With %2 of %3 seeds tried the run then keeps up with FP32 over %4 steps, which is too few to call it a cure.</source>
        <translation>Dies hilft: %1. Mit %2 von %3 versuchten Startwerten hält der Lauf dann über %4 Schritte mit FP32 mit, zu wenige, um es eine Abhilfe zu nennen.</translation>
    </message>
    <message>
        <source>a layer&apos;s override names no cast of this run</source>
        <translation>das eigene Format einer Schicht nennt keine Umwandlung dieses Laufs</translation>
    </message>
    <message>
        <source>activation gradients in FP32</source>
        <translation>Aktivierungsgradienten in FP32</translation>
    </message>
    <message>
        <source>derivatives computed in FP32</source>
        <translation>Ableitungen in FP32 berechnet</translation>
    </message>
    <message>
        <source>dynamic loss scaling</source>
        <translation>dynamische Verlustskalierung</translation>
    </message>
    <message>
        <source>from step %1 on one step after the other is skipped</source>
        <translation>ab Schritt %1 wird ein Schritt nach dem anderen übersprungen</translation>
    </message>
    <message>
        <source>from step %1 on the loss is far above its own least value</source>
        <translation>ab Schritt %1 liegt der Verlust weit über seinem eigenen kleinsten Wert</translation>
    </message>
    <message>
        <source>from step %1 on the loss is infinite or NaN</source>
        <translation>ab Schritt %1 ist der Verlust unendlich oder NaN</translation>
    </message>
    <message>
        <source>from step %1 on weights are infinite or NaN</source>
        <translation>ab Schritt %1 sind Gewichte unendlich oder NaN</translation>
    </message>
    <message>
        <source>loss and sums in FP32</source>
        <translation>Verlust und Summen in FP32</translation>
    </message>
    <message>
        <source>loss scaling by GradScaler&apos;s rule, from 65536</source>
        <translation>Verlustskalierung nach der Regel von GradScaler, ab 65536</translation>
    </message>
    <message>
        <source>operand, accumulation, activation, activation_gradient, weight_gradient, norm, softmax or sum</source>
        <translation>operand, accumulation, activation, activation_gradient, weight_gradient, norm, softmax oder sum</translation>
    </message>
    <message>
        <source>operands in FP32</source>
        <translation>Operanden in FP32</translation>
    </message>
    <message>
        <source>partial sums in FP32</source>
        <translation>Teilsummen in FP32</translation>
    </message>
    <message>
        <source>results in FP32</source>
        <translation>Ergebnisse in FP32</translation>
    </message>
    <message>
        <source>softmax in FP32</source>
        <translation>Softmax in FP32</translation>
    </message>
    <message>
        <source>step %1, %2: %3 of %4 results are infinite or NaN that FP32 holds, by what is kept inside in fewer bits (largest result %5)</source>
        <translation>Schritt %1, %2: %3 von %4 Ergebnissen, die FP32 fasst, sind unendlich oder NaN, durch das, was innen in weniger Bits gehalten wird (größtes Ergebnis %5)</translation>
    </message>
    <message>
        <source>step %1, %2: %3 of %4 results became zero in %5, %6 % of the norm (smallest %7)</source>
        <translation>Schritt %1, %2: %3 von %4 Ergebnissen wurden in %5 null, %6 % der Norm (kleinstes %7)</translation>
    </message>
    <message>
        <source>step %1, %2: %3 of %4 results passed %6, the largest number of %5 (largest %7)</source>
        <translation>Schritt %1, %2: %3 von %4 Ergebnissen überschritten %6, die größte Zahl von %5 (größtes %7)</translation>
    </message>
    <message>
        <source>step %1, %2: %3 of %4 updates leave the weight in %5 as it was, %6 % of the update&apos;s norm</source>
        <translation>Schritt %1, %2: %3 von %4 Updates lassen das Gewicht in %5, wie es war, %6 % der Norm des Updates</translation>
    </message>
    <message>
        <source>step %1, %2: %5 moves the %4 results by %6 % of their norm</source>
        <translation>Schritt %1, %2: %5 verschiebt die %4 Ergebnisse um %6 % ihrer Norm</translation>
    </message>
    <message>
        <source>stop_on_divergence</source>
        <translation>Stopp bei Divergenz</translation>
    </message>
    <message>
        <source>stopped, for %1</source>
        <translation>gestoppt, denn %1</translation>
    </message>
    <message>
        <source>stopped, for %1; it can be resumed from step %2, before that</source>
        <translation>gestoppt, denn %1; der Lauf kann ab Schritt %2, davor, fortgesetzt werden</translation>
    </message>
    <message>
        <source>the loss was infinite or NaN in %1 steps, one after the other</source>
        <translation>der Verlust war in %1 Schritten nacheinander unendlich oder NaN</translation>
    </message>
    <message>
        <source>the normalisation in FP32</source>
        <translation>die Normalisierung in FP32</translation>
    </message>
    <message>
        <source>the normalisations&apos; epsilon in FP32</source>
        <translation>das Epsilon der Normalisierungen in FP32</translation>
    </message>
    <message>
        <source>the optimizer&apos;s moments in FP32</source>
        <translation>die Momente des Optimierers in FP32</translation>
    </message>
    <message>
        <source>the residual sum in FP32</source>
        <translation>die Residualsumme in FP32</translation>
    </message>
    <message>
        <source>weight gradients in FP32</source>
        <translation>Gewichtsgradienten in FP32</translation>
    </message>
    <message>
        <source>weights rounded to the nearest</source>
        <translation>Gewichte zur nächsten Zahl gerundet</translation>
    </message>
    <message>
        <source>whole layers where convolutions and products differ in their format</source>
        <translation>ganze Schichten, wo Faltungen und Produkte verschiedene Formate haben</translation>
    </message>
    <message>
        <source>from step %1 on the loss is above FP32&apos;s by more than the %2 that noise explains</source>
        <translation>ab Schritt %1 liegt der Verlust um mehr als die %2, die Rauschen erklärt, über dem von FP32</translation>
    </message>
    <message>
        <source>%1 of the updates of the last %2 were too small for a pulse into a phase-change device.</source>
        <translation>%1 der Updates der letzten %2 waren zu klein für einen Puls in ein Phasenwechsel-Bauelement.</translation>
    </message>
    <message>
        <source>%1 · phase-change devices</source>
        <translation>%1 · Phasenwechsel-Bauelemente</translation>
    </message>
    <message>
        <source>%1 · phase-change devices, updates not gathered</source>
        <translation>%1 · Phasenwechsel-Bauelemente, Updates nicht gesammelt</translation>
    </message>
    <message>
        <source>Most updates are smaller than a pulse and are forgotten: gather them</source>
        <translation>Die meisten Updates sind kleiner als ein Puls und gehen verloren: sammeln</translation>
    </message>
    <message>
        <source>%1 % interval %2 to %3 %4</source>
        <translation>%1-%-Intervall %2 bis %3&#xa0;%4</translation>
    </message>
    <message>
        <source>%1 is %2 %6 above %3 (%4 paired seeds, %5)</source>
        <translation>%1 liegt %2&#xa0;%6 über %3 (%4 gepaarte Startwerte, %5)</translation>
    </message>
    <message>
        <source>%1 is %2 %6 below %3 (%4 paired seeds, %5)</source>
        <translation>%1 liegt %2&#xa0;%6 unter %3 (%4 gepaarte Startwerte, %5)</translation>
    </message>
    <message>
        <source>%1 over training steps</source>
        <translation>%1 über die Trainingsschritte</translation>
    </message>
    <message>
        <source>%1, from a file</source>
        <translation>%1, aus einer Datei</translation>
    </message>
    <message>
        <source>%1: an image</source>
        <translation>%1: ein Bild</translation>
    </message>
    <message>
        <source>%1: for each pixel %2 classes</source>
        <translation>%1: für jedes Pixel %2 Klassen</translation>
    </message>
    <message>
        <source>By seed</source>
        <translation>Je Startwert</translation>
    </message>
    <message>
        <source>PSNR</source>
        <translation>PSNR</translation>
    </message>
    <message>
        <source>Test set</source>
        <translation>Testdaten</translation>
    </message>
    <message>
        <source>Test set, mean</source>
        <translation>Testdaten, Mittel</translation>
    </message>
    <message>
        <source>Training set</source>
        <translation>Trainingsdaten</translation>
    </message>
    <message>
        <source>U-Net, %1 channels in its first level</source>
        <translation>U-Net, %1 Kanäle in der ersten Stufe</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be a name</source>
        <translation>„%1“ kann kein Name sein</translation>
    </message>
    <message>
        <source>at most %1 numbers</source>
        <translation>höchstens %1 Zahlen</translation>
    </message>
    <message>
        <source>dB</source>
        <translation>dB</translation>
    </message>
    <message>
        <source>images of %1x%1 pixels cannot be halved twice without a rest</source>
        <translation>Bilder von %1x%1 Pixeln lassen sich nicht zweimal ohne Rest halbieren</translation>
    </message>
    <message>
        <source>images, tokens or features</source>
        <translation>Bilder, Token oder Merkmale</translation>
    </message>
    <message>
        <source>it reads single numbers</source>
        <translation>sie liest einzelne Zahlen</translation>
    </message>
    <message>
        <source>its result is %1</source>
        <translation>ihr Ergebnis ist %1</translation>
    </message>
    <message>
        <source>network</source>
        <translation>Netzdatei</translation>
    </message>
    <message>
        <source>no network is given</source>
        <translation>es ist kein Netz angegeben</translation>
    </message>
    <message>
        <source>one number for each of %1 classes</source>
        <translation>eine Zahl für jede von %1 Klassen</translation>
    </message>
    <message>
        <source>percentage points</source>
        <translation>Prozentpunkte</translation>
    </message>
    <message>
        <source>pixel accuracy</source>
        <translation>Pixelgenauigkeit</translation>
    </message>
    <message>
        <source>probability %1</source>
        <translation>Wahrscheinlichkeit %1</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>tensors that differ in their last extent only</source>
        <translation>Tensoren, die sich nur in der letzten Ausdehnung unterscheiden</translation>
    </message>
    <message>
        <source>the data have other targets than the task</source>
        <translation>die Daten haben andere Zielwerte als die Aufgabe</translation>
    </message>
    <message>
        <source>the file of one</source>
        <translation>die Datei eines Netzes</translation>
    </message>
    <message>
        <source>the last tensor, &quot;%1&quot;, is %2</source>
        <translation>der letzte Tensor, „%1“, ist %2</translation>
    </message>
    <message>
        <source>the network has %1 operations</source>
        <translation>das Netz hat %1 Operationen</translation>
    </message>
    <message>
        <source>the network is a text of %1 bytes</source>
        <translation>das Netz ist ein Text von %1&#xa0;Bytes</translation>
    </message>
    <message>
        <source>the operation %1 is not exported as ONNX</source>
        <translation>die Operation %1 wird nicht als ONNX exportiert</translation>
    </message>
    <message>
        <source>the operation %1 is not exported as PyTorch</source>
        <translation>die Operation %1 wird nicht als PyTorch exportiert</translation>
    </message>
    <message>
        <source>two or more</source>
        <translation>zwei oder mehr</translation>
    </message>
    <message>
        <source>unet_channels</source>
        <translation>Kanäle der ersten Stufe</translation>
    </message>
    <message>
        <source>unet_norm</source>
        <translation>BatchNorm</translation>
    </message>
    <message>
        <source>follow one of a run whose weights are numbers</source>
        <translation>eine eines Laufs verfolgen, dessen Gewichte Zahlen sind</translation>
    </message>
    <message>
        <source>no number of weights that are phase-change devices can be followed</source>
        <translation>keine Zahl von Gewichten aus Phasenwechsel-Bauelementen lässt sich verfolgen</translation>
    </message>
    <message>
        <source>its weights are phase-change devices, and nothing else of it is narrow</source>
        <translation>seine Gewichte sind Phasenwechsel-Bauelemente, und sonst ist nichts an ihm schmal</translation>
    </message>
    <message>
        <source>As flags of mantissa-worker train:</source>
        <translation>Als Optionen von mantissa-worker train:</translation>
    </message>
    <message>
        <source>In PyTorch:</source>
        <translation>In PyTorch:</translation>
    </message>
    <message>
        <source>The cause</source>
        <translation>Die Ursache</translation>
    </message>
    <message>
        <source>What else was found:</source>
        <translation>Was sonst gefunden wurde:</translation>
    </message>
    <message>
        <source>The learning rate has a schedule here: call scheduler.step() after each step that was not skipped.</source>
        <translation>Die Lernrate hat hier einen Plan: scheduler.step() nach jedem Schritt aufrufen, der nicht übersprungen wurde.</translation>
    </message>
    <message>
        <source>The learning rate has a schedule here: call scheduler.step() after each step.</source>
        <translation>Die Lernrate hat hier einen Plan: scheduler.step() nach jedem Schritt aufrufen.</translation>
    </message>
    <message>
        <source>label_smoothing</source>
        <translation>Label-Smoothing</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>sgd, adam or adamw</source>
        <translation>sgd, adam oder adamw</translation>
    </message>
    <message>
        <source>skips_advance</source>
        <translation>übersprungene Schritte zählen im Lernratenplan</translation>
    </message>
    <message>
        <source>warmup_steps</source>
        <translation>Aufwärmschritte</translation>
    </message>
    <message>
        <source>weight_decay</source>
        <translation>Weight-Decay</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>%1 · casts as in %2</source>
        <translation>%1 · Umwandlungen wie in %2</translation>
    </message>
    <message>
        <source>%1, casts as in %2</source>
        <translation>%1, Umwandlungen wie in %2</translation>
    </message>
    <message>
        <source>All of the network in 16 bits but BatchNorm, FP32 master weights and optimizer; the loss in FP32; Apex&apos;s loss scaler.</source>
        <translation>Das ganze Netz außer BatchNorm in 16 Bit, Mastergewichte und Optimierer in FP32; der Verlust in FP32; die Verlustskalierung von Apex.</translation>
    </message>
    <message>
        <source>All of the network, its weights and the optimizer&apos;s arithmetic in 16 bits; the loss in FP32; no loss scale.</source>
        <translation>Das ganze Netz, seine Gewichte und die Rechnung des Optimierers in 16 Bit; der Verlust in FP32; keine Verlustskalierung.</translation>
    </message>
    <message>
        <source>FP32 throughout, without a loss scale.</source>
        <translation>Durchweg FP32, ohne Verlustskalierung.</translation>
    </message>
    <message>
        <source>Layers give 16 bits, normalisations compute in FP32 inside; the loss in FP32; FP32 weights; Keras&apos;s loss scaler.</source>
        <translation>Schichten geben 16 Bit, Normalisierungen rechnen innen in FP32; der Verlust in FP32; Gewichte in FP32; die Verlustskalierung von Keras.</translation>
    </message>
    <message>
        <source>Products in 16 bits; normalisations over features, softmax and loss in FP32; FP32 weights; Apex&apos;s loss scaler.</source>
        <translation>Produkte in 16 Bit; Normalisierungen über Merkmale, Softmax und Verlust in FP32; Gewichte in FP32; die Verlustskalierung von Apex.</translation>
    </message>
    <message>
        <source>Products in 16 bits; normalisations over features, softmax and loss in FP32; FP32 weights; GradScaler.</source>
        <translation>Produkte in 16 Bit; Normalisierungen über Merkmale, Softmax und Verlust in FP32; Gewichte in FP32; GradScaler.</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s rewriting of graphs: products and what follows them in 16 bits, loss and means in FP32; FP32 weights; TensorFlow&apos;s loss scaler.</source>
        <translation>TensorFlows Umschreiben von Graphen: Produkte und was ihnen folgt in 16 Bit, Verlust und Mittelwerte in FP32; Gewichte in FP32; die Verlustskalierung von TensorFlow.</translation>
    </message>
    <message>
        <source>Updates are computed in 16 bits here: in PyTorch that is an optimizer of 16-bit parameters with foreach=False and fused=False.</source>
        <translation>Updates werden hier in 16 Bit berechnet: in PyTorch ist das ein Optimierer von 16-Bit-Parametern mit foreach=False und fused=False.</translation>
    </message>
    <message>
        <source>casts</source>
        <translation>Umwandlungen wie in</translation>
    </message>
    <message>
        <source>computed in FP32, every result rounded to %1</source>
        <translation>in FP32 berechnet, jedes Ergebnis auf %1 gerundet</translation>
    </message>
    <message>
        <source>inside_fp32</source>
        <translation>16-Bit-Normalisierung und -Softmax innen in FP32</translation>
    </message>
    <message>
        <source>model.half(): network, loss, weights, moments and the optimizer&apos;s arithmetic in 16 bits; no loss scale.</source>
        <translation>model.half(): Netz, Verlust, Gewichte, Momente und die Rechnung des Optimierers in 16 Bit; keine Verlustskalierung.</translation>
    </message>
    <message>
        <source>optimizer_16bit</source>
        <translation>Optimierer in 16 Bit</translation>
    </message>
    <message>
        <source>own or apex-o0: products are the devices&apos;, all else is FP32</source>
        <translation>own oder apex-o0: Produkte sind die der Bauelemente, alles andere ist FP32</translation>
    </message>
    <message>
        <source>the optimizer&apos;s arithmetic in FP32</source>
        <translation>die Rechnung des Optimierers in FP32</translation>
    </message>
    <message>
        <source>Updates are computed in FP16, whose smallest number is %1, and epsilon is %2.</source>
        <translation>Updates werden in FP16 berechnet, dessen kleinste Zahl %1 ist, und Epsilon ist %2.</translation>
    </message>
    <message>
        <source>0, or optimizer_16bit off</source>
        <translation>0, oder optimizer_16bit off</translation>
    </message>
    <message>
        <source>an optimizer that computes in 16 bits cannot have weight decay</source>
        <translation>ein Optimierer, der in 16 Bits rechnet, kann keinen Weight-Decay haben</translation>
    </message>
    <message>
        <source>%1 % of the gradients of %2 ranks became zero in %3 before they were summed</source>
        <translation>%1 % der Gradienten von %2 Ranks wurden in %3 zu null, bevor sie summiert wurden</translation>
    </message>
    <message>
        <source>a batch of %1 cannot be divided over %2 ranks</source>
        <translation>ein Batch von %1 lässt sich nicht auf %2 Ranks aufteilen</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>ein Vielfaches von %1</translation>
    </message>
    <message>
        <source>a number of a run of several ranks cannot be followed</source>
        <translation>eine Zahl eines Laufs mit mehreren Ranks lässt sich nicht verfolgen</translation>
    </message>
    <message>
        <source>follow one of a run of one rank</source>
        <translation>eine aus einem Lauf mit einem Rank verfolgen</translation>
    </message>
    <message>
        <source>fp32, fp16, bf16 or custom</source>
        <translation>fp32, fp16, bf16 oder custom</translation>
    </message>
    <message>
        <source>gradients cannot be summed in %1</source>
        <translation>Gradienten lassen sich nicht in %1 summieren</translation>
    </message>
    <message>
        <source>rank_accumulation_fp32</source>
        <translation>Teilsummen über Ranks in FP32</translation>
    </message>
    <message>
        <source>rank_bucket_kib</source>
        <translation>Bucket des Rings in KiB</translation>
    </message>
    <message>
        <source>rank_divide</source>
        <translation>Teilung durch Ranks</translation>
    </message>
    <message>
        <source>rank_format</source>
        <translation>Summe über Ranks in</translation>
    </message>
    <message>
        <source>rank_order</source>
        <translation>Reihenfolge der Summe über Ranks</translation>
    </message>
    <message>
        <source>rank_stochastic</source>
        <translation>stochastische Summe über Ranks</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>the sum of %1 ranks in %2 overflowed: %3 gradients are infinite or NaN in it that are finite on every rank</source>
        <translation>die Summe von %1 Ranks in %2 ist übergelaufen: %3 Gradienten sind darin unendlich oder NaN, die auf jedem Rank endlich sind</translation>
    </message>
    <message>
        <source>weights that are phase-change devices cannot be on several ranks</source>
        <translation>Gewichte, die Phasenwechselspeicher sind, können nicht auf mehreren Ranks sein</translation>
    </message>
    <message>
        <source>MPI cannot be opened: %1</source>
        <translation>MPI lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>MPI has started one process only</source>
        <translation>MPI hat nur einen Prozess gestartet</translation>
    </message>
    <message>
        <source>a number of ranks in this process, or a build with MPI (Debian: libopenmpi-dev)</source>
        <translation>eine Zahl von Ranks in diesem Prozess, oder ein Programm, das mit MPI gebaut ist (Debian: libopenmpi-dev)</translation>
    </message>
    <message>
        <source>mantissa_mpi.so is of another program</source>
        <translation>mantissa_mpi.so gehört zu einem anderen Programm</translation>
    </message>
    <message>
        <source>rank %1 has other weights than rank 0 after step %2, first in %3</source>
        <translation>Rank %1 hat nach Schritt %2 andere Gewichte als Rank 0, zuerst in %3</translation>
    </message>
    <message>
        <source>resume the run from its checkpoint</source>
        <translation>den Lauf von seinem Sicherungspunkt aus fortsetzen</translation>
    </message>
    <message>
        <source>stopped while rank %1 did not answer</source>
        <translation>angehalten, während Rank %1 nicht antwortete</translation>
    </message>
    <message>
        <source>the connection with rank %1 failed: %2</source>
        <translation>die Verbindung mit Rank %1 ist ausgefallen: %2</translation>
    </message>
    <message>
        <source>the one that was built with this program</source>
        <translation>die, die mit diesem Programm gebaut wurde</translation>
    </message>
    <message>
        <source>the same program, libraries and processors on every rank</source>
        <translation>dasselbe Programm, dieselben Bibliotheken und Prozessoren auf jedem Rank</translation>
    </message>
    <message>
        <source>the sum over ranks in FP32</source>
        <translation>die Summe über Ranks in FP32</translation>
    </message>
    <message>
        <source>this program was built without MPI</source>
        <translation>dieses Programm wurde ohne MPI gebaut</translation>
    </message>
    <message>
        <source>BF16 in place of FP16</source>
        <translation>BF16 anstelle von FP16</translation>
    </message>
    <message>
        <source>This cures it: %1. With all of %2 seeds the run then keeps up with FP32 over %3 steps.</source>
        <translation>Dies behebt es: %1. Mit allen %2 Startwerten hält der Lauf dann über %3 Schritte mit FP32 mit.</translation>
    </message>
    <message>
        <source>FP32 does not learn with these settings: no format can be held against it</source>
        <translation>FP32 lernt mit diesen Einstellungen nicht: Kein Format kann daran gemessen werden</translation>
    </message>
    <message>
        <source>settings with which FP32 learns</source>
        <translation>Einstellungen, mit denen FP32 lernt</translation>
    </message>
    <message>
        <source>%1 cannot learn this task</source>
        <translation>%1 kann diese Aufgabe nicht lernen</translation>
    </message>
    <message>
        <source>%1 words of %2 numbers</source>
        <translation>%1 Wörter zu %2 Zahlen</translation>
    </message>
    <message>
        <source>%1, %2 blocks, %3 heads, tokens of %4 numbers</source>
        <translation>%1, %2 Blöcke, %3 Köpfe, Token zu %4 Zahlen</translation>
    </message>
    <message>
        <source>%1: for each token %2 words</source>
        <translation>%1: für jedes Token %2 Wörter</translation>
    </message>
    <message>
        <source>--task %1</source>
        <translation>--task %1</translation>
    </message>
    <message>
        <source>an embedding before it</source>
        <translation>ein Embedding davor</translation>
    </message>
    <message>
        <source>at least %1 words, which a text can have, of 1 number or more</source>
        <translation>mindestens %1 Wörter, die ein Text haben kann, zu 1 Zahl oder mehr</translation>
    </message>
    <message>
        <source>autoencoder, %1 neurons and %2</source>
        <translation>Autoencoder, %1 Neuronen und %2</translation>
    </message>
    <message>
        <source>the words of a text, by a task of texts</source>
        <translation>die Wörter eines Textes, durch eine Aufgabe mit Texten</translation>
    </message>
    <message>
        <source>tokens right</source>
        <translation>richtige Token</translation>
    </message>
    <message>
        <source>paused where it begins</source>
        <translation>angehalten, wo er beginnt</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 in Schritt %2</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1 · operands in %2</source>
        <translation>%1 · Operanden in %2</translation>
    </message>
    <message>
        <source>%1, operands in %2</source>
        <translation>%1, Operanden in %2</translation>
    </message>
    <message>
        <source>%1: quantised and read back in FP32, multiplied and summed in FP32</source>
        <translation>%1: quantisiert und in FP32 zurückgelesen, in FP32 multipliziert und summiert</translation>
    </message>
    <message>
        <source>All operands in E5M2, whose range is FP16&apos;s, without a scale.</source>
        <translation>Alle Operanden in E5M2, dessen Wertebereich der von FP16 ist, ohne Skala.</translation>
    </message>
    <message>
        <source>Blocks with clipped</source>
        <translation>Blöcke mit Abgeschnittenem</translation>
    </message>
    <message>
        <source>Blocks with flushed</source>
        <translation>Blöcke mit zu null Gerundetem</translation>
    </message>
    <message>
        <source>Clipped</source>
        <translation>Abgeschnitten</translation>
    </message>
    <message>
        <source>E2M1 in blocks of 32, each with a power of two that is rounded down: the largest numbers of a block may clip.</source>
        <translation>E2M1 in Blöcken von 32, jeder mit einer abgerundeten Zweierpotenz: Die größten Zahlen eines Blocks können abgeschnitten werden.</translation>
    </message>
    <message>
        <source>E2M1 in blocks of 32, each with a power of two that is rounded up.</source>
        <translation>E2M1 in Blöcken von 32, jeder mit einer aufgerundeten Zweierpotenz.</translation>
    </message>
    <message>
        <source>E2M3 in blocks of 32, each with a power of two that is rounded up.</source>
        <translation>E2M3 in Blöcken von 32, jeder mit einer aufgerundeten Zweierpotenz.</translation>
    </message>
    <message>
        <source>E3M2 in blocks of 32, each with a power of two that is rounded up.</source>
        <translation>E3M2 in Blöcken von 32, jeder mit einer aufgerundeten Zweierpotenz.</translation>
    </message>
    <message>
        <source>E4M3 in blocks of 32 along the summed dimension, each with a power of two that is rounded up: nothing clips.</source>
        <translation>E4M3 in Blöcken von 32 entlang der summierten Dimension, jeder mit einer aufgerundeten Zweierpotenz: Nichts wird abgeschnitten.</translation>
    </message>
    <message>
        <source>Inputs and weights in E4M3, gradients in E5M2, as they are: what is too large becomes NaN or infinity, what is too small 0.</source>
        <translation>Eingaben und Gewichte in E4M3, Gradienten in E5M2, so wie sie sind: Was zu groß ist, wird NaN oder unendlich, was zu klein ist, 0.</translation>
    </message>
    <message>
        <source>Inputs and weights in E4M3, gradients in E5M2, each tensor scaled by its own largest magnitude.</source>
        <translation>Eingaben und Gewichte in E4M3, Gradienten in E5M2, jeder Tensor nach seinem eigenen größten Betrag skaliert.</translation>
    </message>
    <message>
        <source>Inputs and weights in E4M3, gradients in E5M2, each tensor scaled by the largest magnitude of its last 1024 steps; a jump is clipped until the next step.</source>
        <translation>Eingaben und Gewichte in E4M3, Gradienten in E5M2, jeder Tensor nach dem größten Betrag seiner letzten 1024 Schritte skaliert; ein Sprung wird bis zum nächsten Schritt abgeschnitten.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Most clipped</source>
        <translation>Am meisten abgeschnitten</translation>
    </message>
    <message>
        <source>Operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>Scale too large by</source>
        <translation>Skala zu groß um</translation>
    </message>
    <message>
        <source>Shares are of the numbers that are not zero. Clipped: too large for the format at their scale. A scale of blocks is a power of two or E4M3 and differs from block to block; a delayed scale is of earlier steps: where it is too large for this step&apos;s tensor, the tensor is clipped.</source>
        <translation>Anteile an den Zahlen, die nicht null sind. Abgeschnitten: bei ihrer Skala zu groß für das Format. Eine Skala von Blöcken ist eine Zweierpotenz oder E4M3 und von Block zu Block verschieden; eine verzögerte Skala stammt aus früheren Schritten: Wo sie für den Tensor dieses Schritts zu groß ist, wird der Tensor abgeschnitten.</translation>
    </message>
    <message>
        <source>The same with the specification&apos;s power of two, that of the largest magnitude rounded down: the largest numbers of a block may clip.</source>
        <translation>Dasselbe mit der Zweierpotenz der Spezifikation, der des größten Betrags, abgerundet: Die größten Zahlen eines Blocks können abgeschnitten werden.</translation>
    </message>
    <message>
        <source>What quantising did to each operand, at its last histogram</source>
        <translation>Was die Quantisierung mit jedem Operanden gemacht hat, bei seinem letzten Histogramm</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>input gradient</source>
        <translation>Eingabegradient</translation>
    </message>
    <message>
        <source>none, or device cpu or reference</source>
        <translation>none, oder als Gerät cpu oder reference</translation>
    </message>
    <message>
        <source>none: products are the devices&apos;</source>
        <translation>none: Die Produkte sind die der Bauelemente</translation>
    </message>
    <message>
        <source>operand_recipe</source>
        <translation>Operanden in</translation>
    </message>
    <message>
        <source>operands in eight or fewer bits are emulated on the processor only</source>
        <translation>Operanden in acht oder weniger Bit werden nur auf dem Prozessor emuliert</translation>
    </message>
    <message>
        <source>quantised gradient</source>
        <translation>quantisierter Gradient</translation>
    </message>
    <message>
        <source>quantised input</source>
        <translation>quantisierte Eingabe</translation>
    </message>
    <message>
        <source>quantised weight</source>
        <translation>quantisiertes Gewicht</translation>
    </message>
    <message>
        <source>%1 · %2 ranks</source>
        <translation>%1 · %2 Ranks</translation>
    </message>
    <message>
        <source>%1; BatchNorm takes the mean of %2 images instead of %3, which is another network</source>
        <translation>%1; BatchNorm mittelt über %2 Bilder statt %3, was ein anderes Netz ist</translation>
    </message>
    <message>
        <source>%1; dropout draws other numbers</source>
        <translation>%1; Dropout zieht andere Zahlen</translation>
    </message>
    <message>
        <source>a number of ranks that divides the batch</source>
        <translation>eine Zahl von Ranks, durch die sich der Batch teilen lässt</translation>
    </message>
    <message>
        <source>run %1 goes on from step %2 over %3 ranks, as a run of its own: its numbers are not those of %4 ranks to the bit, since gradients are rounded and summed in other shares</source>
        <translation>Lauf %1 geht ab Schritt %2 über %3 Ranks weiter, als eigener Lauf: Seine Zahlen sind nicht bitgenau die von %4 Ranks, denn Gradienten werden in anderen Anteilen gerundet und summiert</translation>
    </message>
    <message>
        <source>%1 cannot tell the targets apart: no loss scale can cure it</source>
        <translation>%1 kann die Zielwerte nicht auseinanderhalten: Kein Skalierungsfaktor hilft</translation>
    </message>
    <message>
        <source>%1 nats</source>
        <translation>%1 Nat</translation>
    </message>
    <message>
        <source>A step with inf or NaN is skipped, but by then the running mean and variance have taken it in. Training uses the statistics of each batch and does not see it; evaluations use the running ones, and no later step mends them.</source>
        <translation>Ein Schritt mit inf oder NaN wird übersprungen, doch da haben ihn Mittelwert und Varianz, die über die Schritte mitgeführt werden, schon aufgenommen. Das Training nimmt die Statistik jedes Batches und sieht davon nichts; Auswertungen nehmen die mitgeführte, und kein späterer Schritt heilt sie.</translation>
    </message>
    <message>
        <source>At step %1 inf or NaN arose in the forward pass, in %2.</source>
        <translation>In Schritt %1 entstanden inf oder NaN im Vorwärtsdurchlauf, in %2.</translation>
    </message>
    <message>
        <source>At step %1 inf or NaN arose in the forward pass.</source>
        <translation>In Schritt %1 entstanden inf oder NaN im Vorwärtsdurchlauf.</translation>
    </message>
    <message>
        <source>Evaluations are NaN although training goes on: BatchNorm remembers a step that was skipped</source>
        <translation>Auswertungen sind NaN, obwohl das Training weitergeht: BatchNorm erinnert sich an einen übersprungenen Schritt</translation>
    </message>
    <message>
        <source>FP32 can; it is enough in the layer %1, which gives them.</source>
        <translation>FP32 kann es; es genügt in der Schicht %1, die sie ausgibt.</translation>
    </message>
    <message>
        <source>Its batch loss stays within %1 of that of %2, or within %3 times the distance of the control run.</source>
        <translation>Sein Batchverlust bleibt höchstens %1 von dem von %2 entfernt, oder höchstens das %3-Fache des Abstands des Kontrolllaufs.</translation>
    </message>
    <message>
        <source>Its batch loss stays within %1 of that of %2.</source>
        <translation>Sein Batchverlust bleibt höchstens %1 von dem von %2 entfernt.</translation>
    </message>
    <message>
        <source>Its batch loss was %1 away there: more than %2 times the largest distance of the control run so far.</source>
        <translation>Sein Batchverlust war dort %1 entfernt: mehr als das %2-Fache des bis dahin größten Abstands des Kontrolllaufs.</translation>
    </message>
    <message>
        <source>Its batch loss was %1 away there; without a control run more than %2 count as diverged.</source>
        <translation>Sein Batchverlust war dort %1 entfernt; ohne Kontrolllauf gilt mehr als %2 als divergiert.</translation>
    </message>
    <message>
        <source>Near %1 the numbers of %2 lie %3 apart, and the values that are to be given have a deviation of 1.</source>
        <translation>Bei %1 liegen die Zahlen von %2 um %3 auseinander, und die gesuchten Werte haben eine Standardabweichung von 1.</translation>
    </message>
    <message>
        <source>Rows/s</source>
        <translation>Zeilen/s</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Beispiele/s</translation>
    </message>
    <message>
        <source>Sequences/s</source>
        <translation>Sequenzen/s</translation>
    </message>
    <message>
        <source>at least %1 words, which a row can have</source>
        <translation>mindestens %1 Wörter, die eine Zeile haben kann</translation>
    </message>
    <message>
        <source>different: their speeds cannot be compared</source>
        <translation>verschieden: Ihre Geschwindigkeiten sind nicht vergleichbar</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>features of a whole sample</source>
        <translation>Merkmale eines ganzen Beispiels</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>one number: the value of a row</source>
        <translation>eine Zahl: der Wert einer Zeile</translation>
    </message>
    <message>
        <source>regression, %1 hidden layers of %2</source>
        <translation>Regression, %1 verborgene Schichten zu %2</translation>
    </message>
    <message>
        <source>rows/s</source>
        <translation>Zeilen/s</translation>
    </message>
    <message>
        <source>sequences/s</source>
        <translation>Sequenzen/s</translation>
    </message>
    <message>
        <source>target_offset</source>
        <translation>Zielversatz</translation>
    </message>
    <message>
        <source>2^-24 to 2^16</source>
        <translation>2^-24 bis 2^16</translation>
    </message>
    <message>
        <source>Stopped before a cure was found, after one training.</source>
        <translation>Gestoppt, bevor eine Abhilfe gefunden war, nach einem Trainingslauf.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a size of gradients</source>
        <translation>„%1“ ist keine Größe von Gradienten</translation>
    </message>
    <message>
        <source>a whole number from 2 to %1</source>
        <translation>eine ganze Zahl von 2 bis %1</translation>
    </message>
    <message>
        <source>there is no division &quot;%1&quot;</source>
        <translation>es gibt keine Division „%1“</translation>
    </message>
    <message>
        <source>there is no order &quot;%1&quot;</source>
        <translation>es gibt keine Reihenfolge „%1“</translation>
    </message>
    <message>
        <source>BatchNorm&apos;s running statistics are infinite or NaN from step %1 on: training does not read them, evaluations do.</source>
        <translation>BatchNorms mitgeführte Statistik ist ab Schritt %1 unendlich oder NaN: Das Training liest sie nicht, Auswertungen schon.</translation>
    </message>
    <message>
        <source>The run failed: its training loss keeps up with FP32&apos;s, but its evaluation does not.</source>
        <translation>Der Lauf ist gescheitert: Sein Trainingsverlust hält mit dem von FP32 mit, seine Auswertung aber nicht.</translation>
    </message>
    <message>
        <source>The test loss is infinite or NaN.</source>
        <translation>Der Testverlust ist unendlich oder NaN.</translation>
    </message>
    <message>
        <source>evaluations in FP32</source>
        <translation>Auswertungen in FP32</translation>
    </message>
    <message>
        <source>On the first %1 samples of the test set, %2: %3, FP32 %4, the control %5.</source>
        <translation>Auf den ersten %1 Beispielen des Testdatensatzes, %2: %3, FP32 %4, die Kontrolle %5.</translation>
    </message>
    <message>
        <source>%1 has FP32&apos;s gradients and reaches what %2 reaches; their batch losses differ from step %3 on</source>
        <translation>%1 hat die Gradienten von FP32 und erreicht, was %2 erreicht; die Batchverluste der beiden unterscheiden sich ab Schritt %3</translation>
    </message>
    <message>
        <source>On the test set it has %1 %, and %2 has %3 %.</source>
        <translation>Auf dem Testdatensatz hat es %1 %, %2 hat %3 %.</translation>
    </message>
    <message>
        <source>%1 has FP32&apos;s gradients; its batch losses differ from those of %2 from step %3 on</source>
        <translation>%1 hat die Gradienten von FP32; seine Batchverluste weichen ab Schritt %3 von denen von %2 ab</translation>
    </message>
    <message>
        <source>%1&apos;s gradient is lost to underflow in %2: raise the loss scale</source>
        <translation>Der Gradient von %1 geht durch Unterlauf in %2 verloren: Skalierungsfaktor erhöhen</translation>
    </message>
    <message>
        <source>Its own cast flushes hardly anything: the gradient is flushed on the way to it, most of it in %1.</source>
        <translation>Seine eigene Rundung macht kaum etwas zu null: Der Gradient wird auf dem Weg dorthin zu null, das meiste in %1.</translation>
    </message>
    <message>
        <source>With %1 test samples, two accuracies near %2 % can only be told from each other if they differ by at least %3 percentage points.</source>
        <translation>Mit %1 Testbeispielen lassen sich zwei Genauigkeiten um %2&#xa0;% nur unterscheiden, wenn sie mindestens %3 Prozentpunkte auseinanderliegen.</translation>
    </message>
    <message>
        <source>not one sample</source>
        <translation>kein einziges Beispiel</translation>
    </message>
    <message>
        <source>Runs that differ only in the seed share a row. Differences are between runs with the same seed and the same initial weights. Which run is better is said from five such pairs on. The interval is Student&apos;s t over seeds: it does not cover other samples.</source>
        <translation>Läufe, die sich nur im Startwert unterscheiden, teilen sich eine Zeile. Unterschiede gelten zwischen Läufen mit demselben Startwert und denselben Anfangsgewichten. Welcher Lauf besser ist, wird ab fünf solchen Paaren gesagt. Das Intervall ist ein Student-t-Intervall über die Startwerte: Andere Beispiele deckt es nicht ab.</translation>
    </message>
    <message>
        <source>different: the accuracies are of different samples</source>
        <translation>verschieden: Die Genauigkeiten gelten für verschiedene Beispiele</translation>
    </message>
    <message>
        <source>Which layer made it the recording cannot tell: no output of a module and no gradient was seen to hold inf or NaN.</source>
        <translation>Welche Schicht ihn erzeugt hat, kann die Aufzeichnung nicht sagen: Bei keiner Ausgabe eines Moduls und keinem Gradienten wurde inf oder NaN gesehen.</translation>
    </message>
    <message>
        <source>a tensor has no extent %1</source>
        <translation>ein Tensor hat keine Ausdehnung %1</translation>
    </message>
    <message>
        <source>extents 0 to %1</source>
        <translation>Ausdehnungen 0 bis %1</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1-mal NaN</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 inf</source>
        <translation>%1-mal inf</translation>
    </message>
    <message>
        <source>%1 inf and %2 NaN</source>
        <translation>%1-mal inf und %2-mal NaN</translation>
    </message>
    <message>
        <source>%1 on the device, and its gradients were gone when the host learned of it.</source>
        <translation>%1, auf dem Gerät, und seine Gradienten waren fort, als der Rechner davon erfuhr.</translation>
    </message>
    <message>
        <source>%1: all %2 gradients held inf or NaN, although the loss was finite. The first in the order of the backward pass is that of %3, which was handed it: by the scaled loss, or by what stands behind its layer.</source>
        <translation>%1: Alle %2 Gradienten enthielten inf oder NaN, obwohl der Verlust endlich war. Der erste in der Reihenfolge des Rückwärtsdurchlaufs ist der von %3, der es übergeben bekam: vom skalierten Verlust oder von dem, was hinter seiner Schicht steht.</translation>
    </message>
    <message>
        <source>%1: all %2 gradients held inf or NaN. They only passed on what came with the loss.</source>
        <translation>%1: Alle %2 Gradienten enthielten inf oder NaN. Sie gaben nur weiter, was mit dem Verlust kam.</translation>
    </message>
    <message>
        <source>%1: the gradient of %2 held inf or NaN (%3). Its own sum over the batch overflowed: what the backward pass handed on stayed finite.</source>
        <translation>%1: Der Gradient von %2 enthielt inf oder NaN (%3). Seine eigene Summe über den Batch lief über: Was der Rückwärtsdurchlauf weitergab, blieb endlich.</translation>
    </message>
    <message>
        <source>%1: the gradient of %2 was the first in the order of the backward pass that held inf or NaN (%3); those before it, nearer to the loss, were finite.</source>
        <translation>%1: Der Gradient von %2 war der erste in der Reihenfolge des Rückwärtsdurchlaufs, der inf oder NaN enthielt (%3); die vor ihm, näher am Verlust, waren endlich.</translation>
    </message>
    <message>
        <source>%1: the scaler found inf or NaN where the probe does not look, in a parameter of the optimizer that is not the model&apos;s.</source>
        <translation>%1: Der Scaler fand inf oder NaN, wo die Sonde nicht hinsieht, in einem Parameter des Optimierers, der nicht zum Modell gehört.</translation>
    </message>
    <message>
        <source>A logged loss was inf or NaN first in step %1 of %2.</source>
        <translation>Ein protokollierter Verlust war zuerst in Schritt %1 von %2 inf oder NaN.</translation>
    </message>
    <message>
        <source>As step %1 began all were finite.</source>
        <translation>Als Schritt %1 begann, waren alle endlich.</translation>
    </message>
    <message>
        <source>As step %1 began, %2 of the weights that were looked at held inf or NaN, in the forward pass first %3 (%4): an update wrote them.</source>
        <translation>Als Schritt %1 begann, enthielten %2 der betrachteten Gewichtstensoren inf oder NaN, im Vorwärtsdurchlauf als erster %3 (%4): Ein Update hat sie geschrieben.</translation>
    </message>
    <message>
        <source>In step %1 the gradient of %2 was the first in the order of the backward pass that held inf or NaN (%3), and nothing skipped the step.</source>
        <translation>In Schritt %1 war der Gradient von %2 der erste in der Reihenfolge des Rückwärtsdurchlaufs, der inf oder NaN enthielt (%3), und nichts übersprang den Schritt.</translation>
    </message>
    <message>
        <source>In step %1 the output of %2 was the first in the forward pass that held inf or NaN (%3), of those that were recorded.</source>
        <translation>In Schritt %1 war die Ausgabe von %2 die erste im Vorwärtsdurchlauf, die inf oder NaN enthielt (%3), von denen, die aufgezeichnet wurden.</translation>
    </message>
    <message>
        <source>In step %1, %2 (%3, %4) made the first inf or NaN of the forward pass: its output held some, and its inputs were finite.</source>
        <translation>In Schritt %1 erzeugte %2 (%3, %4) das erste inf oder NaN des Vorwärtsdurchlaufs: Seine Ausgabe enthielt es, und seine Eingaben waren endlich.</translation>
    </message>
    <message>
        <source>Of the %1 forward passes in which the probe found some, it was this module in %2.</source>
        <translation>Von den %1 Vorwärtsdurchläufen, in denen die Sonde es fand, war es in %2 dieses Modul.</translation>
    </message>
    <message>
        <source>Skipped steps</source>
        <translation>Übersprungene Schritte</translation>
    </message>
    <message>
        <source>So did that of %1, each by itself.</source>
        <translation>Ebenso der von %1, jeder für sich.</translation>
    </message>
    <message>
        <source>Step %1 was skipped</source>
        <translation>Schritt %1 wurde übersprungen</translation>
    </message>
    <message>
        <source>Step %1 was skipped at loss scale %2</source>
        <translation>Schritt %1 wurde bei Skalierungsfaktor %2 übersprungen</translation>
    </message>
    <message>
        <source>The recording holds no inf or NaN, and no step was skipped.</source>
        <translation>Die Aufzeichnung enthält kein inf oder NaN, und kein Schritt wurde übersprungen.</translation>
    </message>
    <message>
        <source>The true order of the layers: that in which the model lists them was taken for it.</source>
        <translation>Die wahre Reihenfolge der Schichten: Als solche gilt die, in der das Modell sie aufzählt.</translation>
    </message>
    <message>
        <source>What comes behind it only passed it on: %1.</source>
        <translation>Was dahinter kommt, gab es nur weiter: %1.</translation>
    </message>
    <message>
        <source>What happened between the sampled steps: gradients are counted every %1.</source>
        <translation>Was zwischen den Stichproben geschah: Gradienten werden alle %1 gezählt.</translation>
    </message>
    <message>
        <source>What happened in step %1, the first whose loss was not finite: the probe searches a forward pass only after such a step, here first in step %2.</source>
        <translation>Was in Schritt %1 geschah, dem ersten, dessen Verlust nicht endlich war: Die Sonde durchsucht einen Vorwärtsdurchlauf erst nach einem solchen Schritt, hier zuerst in Schritt %2.</translation>
    </message>
    <message>
        <source>What happened inside compiled modules: their parts cannot be looked at.</source>
        <translation>Was in kompilierten Modulen geschah: Ihre Teile kann man nicht betrachten.</translation>
    </message>
    <message>
        <source>What happened to gradients, weights and outputs between the sampled steps: they are counted every %1.</source>
        <translation>Was mit Gradienten, Gewichten und Ausgaben zwischen den Stichproben geschah: Sie werden alle %1 gezählt.</translation>
    </message>
    <message>
        <source>What the recording cannot tell:</source>
        <translation>Was die Aufzeichnung nicht sagen kann:</translation>
    </message>
    <message>
        <source>Where it arose: an event file of TensorBoard has scalars, and neither gradients nor modules.</source>
        <translation>Wo es entstand: Eine Ereignisdatei von TensorBoard hat Skalare, aber weder Gradienten noch Module.</translation>
    </message>
    <message>
        <source>Whether a cure helps: a recording holds neither weights nor batches, so nothing can be trained again here.</source>
        <translation>Ob eine Abhilfe hilft: Eine Aufzeichnung enthält weder Gewichte noch Batches, also kann hier nichts noch einmal trainiert werden.</translation>
    </message>
    <message>
        <source>Whether it arose in the layer of %1 or between it and the layer before it in the backward pass: outputs of modules and their gradients (activations=True) would tell.</source>
        <translation>Ob es in der Schicht von %1 entstand oder zwischen ihr und der Schicht davor im Rückwärtsdurchlauf: Ausgaben der Module und deren Gradienten (activations=True) würden es sagen.</translation>
    </message>
    <message>
        <source>Whether its inputs were finite: a module that was not recorded may have handed it inf or NaN.</source>
        <translation>Ob seine Eingaben endlich waren: Ein Modul, das nicht aufgezeichnet wurde, kann ihm inf oder NaN übergeben haben.</translation>
    </message>
    <message>
        <source>Whether something behind it made inf or NaN of its own as well: what was handed some holds some.</source>
        <translation>Ob etwas dahinter auch selbst inf oder NaN erzeugte: Was es übergeben bekommt, enthält es.</translation>
    </message>
    <message>
        <source>Whether the loss of that step was finite: none was logged (probe.log(loss=loss) does).</source>
        <translation>Ob der Verlust jenes Schritts endlich war: Keiner wurde protokolliert (probe.log(loss=loss) tut es).</translation>
    </message>
    <message>
        <source>Which gradient held inf or NaN: culprits=&quot;always&quot; of the probe looks at them in every step.</source>
        <translation>Welcher Gradient inf oder NaN enthielt: culprits=&quot;always&quot; der Sonde betrachtet sie in jedem Schritt.</translation>
    </message>
    <message>
        <source>Which gradients held inf or NaN in the steps that were skipped.</source>
        <translation>Welche Gradienten in den übersprungenen Schritten inf oder NaN enthielten.</translation>
    </message>
    <message>
        <source>Which module made it: the probe searches the next forward pass alone, and found all finite there or did not search it.</source>
        <translation>Welches Modul es erzeugte: Die Sonde durchsucht nur den nächsten Vorwärtsdurchlauf, und sie fand dort alles endlich oder durchsuchte ihn nicht.</translation>
    </message>
    <message>
        <source>Which of the two it was: of what stands behind the last layer with weights nothing is recorded.</source>
        <translation>Was von beidem es war: Von dem, was hinter der letzten Schicht mit Gewichten steht, ist nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>Which operation inside %1 made it, and how large its results were: the output alone was looked at.</source>
        <translation>Welche Operation in %1 es erzeugte und wie groß ihre Ergebnisse waren: Nur die Ausgabe wurde betrachtet.</translation>
    </message>
    <message>
        <source>Which process made it: gradients are looked at after they were averaged over %1 processes.</source>
        <translation>Welcher Prozess es erzeugte: Gradienten werden betrachtet, nachdem sie über %1 Prozesse gemittelt wurden.</translation>
    </message>
    <message>
        <source>Which update was the first, and whether a gradient had brought inf or NaN to it: weights and gradients are counted every %1.</source>
        <translation>Welches Update das erste war und ob ein Gradient ihm inf oder NaN brachte: Gewichte und Gradienten werden alle %1 gezählt.</translation>
    </message>
    <message>
        <source>%1 of %2 steps were skipped, the last %3 one after the other.</source>
        <translation>%1 von %2 Schritten wurden übersprungen, die letzten %3 hintereinander.</translation>
    </message>
    <message>
        <source>The same was seen in %1 steps, last in step %2.</source>
        <translation>Dasselbe war in %1 Schritten zu sehen, zuletzt in Schritt %2.</translation>
    </message>
    <message>
        <source>The training failed: its loss was inf or NaN first in step %1, and %2 of %3 steps were skipped.</source>
        <translation>Das Training ist gescheitert: Sein Verlust war zuerst in Schritt %1 inf oder NaN, und %2 von %3 Schritten wurden übersprungen.</translation>
    </message>
    <message>
        <source>Every training begins with the run&apos;s weights and moments after step %1, and other seeds change the batches from there on: what happened before is not looked at.</source>
        <translation>Jedes Training beginnt mit den Gewichten und Momenten des Laufs nach Schritt %1, und andere Startwerte ändern von da an die Batches: Was vorher geschah, wird nicht betrachtet.</translation>
    </message>
    <message>
        <source>From there on FP32 fails as well, %1: what spoiled the state lies before it, or it is not a matter of precision (learning rate, or data).</source>
        <translation>Von da an scheitert auch FP32, %1: Was den Stand verdorben hat, liegt davor, oder es ist keine Frage der Genauigkeit (Lernrate oder Daten).</translation>
    </message>
    <message>
        <source>a step from which on a state of it is kept</source>
        <translation>ein Schritt, vor dem ein Stand von ihm aufbewahrt ist</translation>
    </message>
    <message>
        <source>an earlier one, or the run&apos;s beginning</source>
        <translation>ein früherer oder der Anfang des Laufs</translation>
    </message>
    <message>
        <source>fewer than that</source>
        <translation>weniger als so viele</translation>
    </message>
    <message>
        <source>its settings do not give the weights with which the run began</source>
        <translation>seine Einstellungen ergeben nicht die Gewichte, mit denen der Lauf begann</translation>
    </message>
    <message>
        <source>step %1, %2: %3 of %4 results are zero that FP32 does not make zero, by what is kept inside in %5, %6 % of the norm (largest %7)</source>
        <translation>Schritt %1, %2: %3 von %4 Ergebnissen sind null, die FP32 nicht zu null macht, durch das, was innen in %5 gehalten wird, %6 % der Norm (größtes %7)</translation>
    </message>
    <message>
        <source>the run ends after step %1, where this state is of</source>
        <translation>der Lauf endet nach Schritt %1, von dem dieser Stand ist</translation>
    </message>
    <message>
        <source>the run has %1 steps</source>
        <translation>der Lauf hat %1 Schritte</translation>
    </message>
    <message>
        <source>the run&apos;s state after step %1 holds inf or NaN: what did that lies before it</source>
        <translation>der Stand des Laufs nach Schritt %1 enthält inf oder NaN: Was das getan hat, liegt davor</translation>
    </message>
    <message>
        <source>what goes back to a step is a new run</source>
        <translation>was zu einem Schritt zurückgeht, ist ein neuer Lauf</translation>
    </message>
    <message>
        <source>%1 It has not held the tensor since.</source>
        <translation>%1 Seitdem hat sie den Tensor nicht mehr gefasst.</translation>
    </message>
    <message>
        <source>%1 It held the tensor again in the recorded step %2.</source>
        <translation>%1 Im aufgezeichneten Schritt %2 fasste sie den Tensor wieder.</translation>
    </message>
    <message>
        <source>* another format than in torch.amp; given: the input&apos;s format, 16 bits after a product</source>
        <translation>* ein anderes Format als in torch.amp; gegeben: das Format der Eingabe, 16 Bit nach einem Produkt</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>16, inside FP32</source>
        <translation>16, innen FP32</translation>
    </message>
    <message>
        <source>Its scale, of earlier steps, held the tensor in each of %1 recorded steps.</source>
        <translation>Seine Skala, aus früheren Schritten, fasste den Tensor in jedem von %1 aufgezeichneten Schritten.</translation>
    </message>
    <message>
        <source>Its scale, of earlier steps, was too large in %1 of %2 recorded steps, most in step %3, by %4 bits: %5 of the tensor was clipped.</source>
        <translation>Seine Skala, aus früheren Schritten, war in %1 von %2 aufgezeichneten Schritten zu groß, am meisten in Schritt %3, um %4 Bit: %5 des Tensors wurden abgeschnitten.</translation>
    </message>
    <message>
        <source>addition</source>
        <translation>Addition</translation>
    </message>
    <message>
        <source>allow: 16 bits</source>
        <translation>allow: 16 Bit</translation>
    </message>
    <message>
        <source>as given</source>
        <translation>wie gegeben</translation>
    </message>
    <message>
        <source>batch norm</source>
        <translation>BatchNorm</translation>
    </message>
    <message>
        <source>clear: as given</source>
        <translation>clear: wie gegeben</translation>
    </message>
    <message>
        <source>deny: FP32</source>
        <translation>deny: FP32</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>Exponentialfunktion</translation>
    </message>
    <message>
        <source>infer: 16 bits</source>
        <translation>infer: 16 Bit</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>max pooling</source>
        <translation>Max-Pooling</translation>
    </message>
    <message>
        <source>product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>upsampling</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>widest input</source>
        <translation>breiteste Eingabe</translation>
    </message>
    <message>
        <source>BatchNorm&apos;s running statistics in FP32</source>
        <translation>BatchNorms laufende Statistik in FP32</translation>
    </message>
    <message>
        <source>Exponent bits</source>
        <translation>Exponentbits</translation>
    </message>
    <message>
        <source>Fraction bits</source>
        <translation>Mantissenbits</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Precision budget</source>
        <translation>Bits je Operation</translation>
    </message>
    <message>
        <source>The fewest bits of each operation while everything else is in FP32: one seed, %1 steps.</source>
        <translation>Die wenigsten Bits jeder Operation, während alles andere in FP32 ist: ein Seed, %1 Schritte.</translation>
    </message>
    <message>
        <source>The search was stopped before its end: other operations are not known.</source>
        <translation>Die Suche wurde vor ihrem Ende angehalten: andere Operationen sind nicht bekannt.</translation>
    </message>
    <message>
        <source>Trained so, it</source>
        <translation>So trainiert</translation>
    </message>
    <message>
        <source>all at once</source>
        <translation>alle zugleich</translation>
    </message>
    <message>
        <source>falls behind FP32</source>
        <translation>bleibt hinter FP32 zurück</translation>
    </message>
    <message>
        <source>keeps up with FP32</source>
        <translation>hält mit FP32 Schritt</translation>
    </message>
    <message>
        <source>norm_running_16bit</source>
        <translation>Laufende Statistik in 16 Bit</translation>
    </message>
    <message>
        <source>E2M1 in blocks of 16 with an E4M3 scale, times an FP32 scale of the tensor; weights in blocks of 16×16, gradients rounded at random, and both operands of each weight gradient through a Hadamard transform.</source>
        <translation>E2M1 in Blöcken von 16 mit einem E4M3-Faktor, mal einem FP32-Faktor des Tensors; Gewichte in Blöcken von 16×16, Gradienten zufällig gerundet, und beide Operanden jedes Gewichtsgradienten durch eine Hadamard-Transformation.</translation>
    </message>
    <message>
        <source>Its scale, of earlier steps, was %1 bits too small in step %2: %3 of the tensor became 0, for its largest magnitude had fallen and the history remembered the old one.</source>
        <translation>Sein Faktor, aus früheren Schritten, war in Schritt %2 um %1 Bit zu klein: %3 des Tensors wurden 0, denn sein größter Betrag war gefallen, und die Historie hatte noch den alten.</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>a number that FP32 holds</source>
        <translation>eine Zahl, die FP32 darstellen kann</translation>
    </message>
    <message>
        <source>factor %1</source>
        <translation>Faktor %1</translation>
    </message>
    <message>
        <source>features of a multiple of the heads</source>
        <translation>Merkmale, deren Anzahl ein Vielfaches der Köpfe ist</translation>
    </message>
    <message>
        <source>queries_scaled_first</source>
        <translation>Queries vor dem Produkt skaliert</translation>
    </message>
    <message>
        <source>query_key_norm</source>
        <translation>normalisierte Queries und Keys</translation>
    </message>
    <message>
        <source>16-bit accumulation</source>
        <translation>16-Bit-Akkumulation</translation>
    </message>
    <message>
        <source>16-bit epsilon</source>
        <translation>Epsilon in 16 Bit</translation>
    </message>
    <message>
        <source>16-bit normalisation</source>
        <translation>Normalisierung in 16 Bit</translation>
    </message>
    <message>
        <source>16-bit normalisation and softmax compute in FP32 and round their results only, as the frameworks&apos; kernels do.</source>
        <translation>Normalisierung und Softmax in 16 Bit rechnen in FP32 und runden nur ihre Ergebnisse, wie die Kernel der Frameworks.</translation>
    </message>
    <message>
        <source>16-bit optimizer</source>
        <translation>Optimierer in 16 Bit</translation>
    </message>
    <message>
        <source>16-bit residual sums</source>
        <translation>Residualsummen in 16 Bit</translation>
    </message>
    <message>
        <source>16-bit running statistics</source>
        <translation>Laufende Statistik in 16 Bit</translation>
    </message>
    <message>
        <source>16-bit runs: steps between FP32 passes over the same batch and weights, which show what the format did. These steps have histograms, too. 0: none. A shadow takes the time of two to four steps and memory of its own.</source>
        <translation>16-Bit-Läufe: Schritte zwischen FP32-Durchgängen über denselben Batch und dieselben Gewichte, die zeigen, was das Format bewirkt; auch sie haben Histogramme. 0: keine. Ein Schatten braucht die Zeit von zwei bis vier Schritten und eigenen Speicher.</translation>
    </message>
    <message>
        <source>16-bit softmax</source>
        <translation>Softmax in 16 Bit</translation>
    </message>
    <message>
        <source>8-bit converters</source>
        <translation>8-Bit-Wandler</translation>
    </message>
    <message>
        <source>A dynamic scale does not fall below this. 0: no floor.</source>
        <translation>Ein dynamischer Skalierungsfaktor fällt nicht darunter. 0: keine Untergrenze.</translation>
    </message>
    <message>
        <source>A dynamic scale does not grow beyond this. 0: no ceiling.</source>
        <translation>Ein dynamischer Skalierungsfaktor wächst nicht darüber. 0: keine Obergrenze.</translation>
    </message>
    <message>
        <source>A new scale is used one step late (MXNet).</source>
        <translation>Ein neuer Skalierungsfaktor wird einen Schritt später benutzt (MXNet).</translation>
    </message>
    <message>
        <source>A normalisation&apos;s epsilon as the operand format holds it.</source>
        <translation>Das Epsilon einer Normalisierung, wie das Operandenformat es darstellt.</translation>
    </message>
    <message>
        <source>A token sees earlier ones only, and the last one answers: a small GPT.</source>
        <translation>Ein Token sieht nur frühere, und das letzte antwortet: ein kleines GPT.</translation>
    </message>
    <message>
        <source>Activation functions give FP32 instead of their argument&apos;s format.</source>
        <translation>Aktivierungsfunktionen ergeben FP32 statt des Formats ihres Arguments.</translation>
    </message>
    <message>
        <source>AdamW: weights lose this share times the learning rate in each step; PyTorch&apos;s default is 0.01. SGD and Adam: this share of a weight is added to its gradient. Biases, normalisations, positions and class tokens do not decay.</source>
        <translation>AdamW: Gewichte verlieren in jedem Schritt diesen Anteil mal der Lernrate; die Vorgabe von PyTorch ist 0.01. SGD und Adam: Dieser Anteil eines Gewichts kommt zu seinem Gradienten hinzu. Biaswerte, Normalisierungen, Positionen und Klassentoken bleiben ohne.</translation>
    </message>
    <message>
        <source>Added to every target; the last layer&apos;s bias begins with it.</source>
        <translation>Kommt zu jedem Zielwert hinzu; der Bias der letzten Schicht beginnt damit.</translation>
    </message>
    <message>
        <source>After each convolution.</source>
        <translation>Nach jeder Faltung.</translation>
    </message>
    <message>
        <source>As in PyTorch scripts that call scheduler.step() after each step. Off: only updates do (Megatron-LM, DeepSpeed).</source>
        <translation>Wie in PyTorch-Skripten, die scheduler.step() nach jedem Schritt aufrufen: Der Lernratenplan geht weiter. Aus: nur mit Updates (Megatron-LM, DeepSpeed).</translation>
    </message>
    <message>
        <source>At the least scale</source>
        <translation>Beim kleinsten</translation>
    </message>
    <message>
        <source>Attention heads; they divide the token width.</source>
        <translation>Attention-Köpfe; sie teilen die Tokenbreite.</translation>
    </message>
    <message>
        <source>Attention&apos;s probabilities in the operand format.</source>
        <translation>Die Wahrscheinlichkeiten der Attention im Operandenformat.</translation>
    </message>
    <message>
        <source>BatchNorm</source>
        <translation>BatchNorm</translation>
    </message>
    <message>
        <source>Before: each rank&apos;s gradients are divided by the number of ranks, and small ones can become zero. After: the sum is divided, and can overflow. Half and half: both by its root.</source>
        <translation>Vorher: Die Gradienten jedes Ranks werden durch die Zahl der Ranks geteilt, und kleine können zu null werden. Nachher: Die Summe wird geteilt und kann überlaufen. Halb und halb: beide durch deren Wurzel.</translation>
    </message>
    <message>
        <source>Bucket (KiB)</source>
        <translation>Bucket (KiB)</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Channels of the first block; the next have twice and four times as many.</source>
        <translation>Kanäle des ersten Blocks; die nächsten haben doppelt und viermal so viele.</translation>
    </message>
    <message>
        <source>Channels of the first convolution.</source>
        <translation>Kanäle der ersten Faltung.</translation>
    </message>
    <message>
        <source>Channels of the first level; the next have twice and four times as many.</source>
        <translation>Kanäle der ersten Stufe; die nächsten haben doppelt und viermal so viele.</translation>
    </message>
    <message>
        <source>Channels of the second convolution.</source>
        <translation>Kanäle der zweiten Faltung.</translation>
    </message>
    <message>
        <source>Check a static scale</source>
        <translation>Statischen Faktor prüfen</translation>
    </message>
    <message>
        <source>Divided</source>
        <translation>Geteilt</translation>
    </message>
    <message>
        <source>Do not round weight gradients to the 16-bit format.</source>
        <translation>Gewichtsgradienten nicht auf das 16-Bit-Format runden.</translation>
    </message>
    <message>
        <source>Each has attention and a feed-forward part.</source>
        <translation>Jeder hat Attention und einen Feed-Forward-Teil.</translation>
    </message>
    <message>
        <source>End the run where its loss is infinite or NaN in three steps, or twenty are skipped, one after the other. A state from before that is kept: the run can be rewound to it.</source>
        <translation>Beendet den Lauf, wo sein Verlust in drei Schritten nacheinander unendlich oder NaN ist oder zwanzig übersprungen werden. Ein Stand von davor ist aufbewahrt: Zu ihm kann der Lauf zurück.</translation>
    </message>
    <message>
        <source>FP32 inside</source>
        <translation>innen FP32</translation>
    </message>
    <message>
        <source>FP32 inside 16-bit norms and softmax</source>
        <translation>16-Bit-Normalisierung und -Softmax innen in FP32</translation>
    </message>
    <message>
        <source>Features of a token.</source>
        <translation>Merkmale eines Tokens.</translation>
    </message>
    <message>
        <source>Fully connected layers; two convolutions and one layer; attention over patches of the image; residual blocks with BatchNorm; a U-Net or an autoencoder, for tasks that give an image; a GPT or a BERT, for tasks of texts; embeddings and numbers through ReLU, BatchNorm and dropout, to regress values; or yours (File › Open network…).</source>
        <translation>Voll verbundene Schichten; zwei Faltungen und eine Schicht; Attention über Ausschnitte des Bildes; Residualblöcke mit BatchNorm; ein U-Net oder ein Autoencoder für Aufgaben, die ein Bild ergeben; ein GPT oder ein BERT für Aufgaben mit Texten; Embeddings und Zahlen durch ReLU, BatchNorm und Dropout, um Werte vorherzusagen; oder Ihr eigenes (Datei › Netz öffnen …).</translation>
    </message>
    <message>
        <source>Gradients longer than this (L2 norm of all together) are shortened to it. 0: no clipping.</source>
        <translation>Längere Gradienten (L2-Norm aller zusammen) werden darauf gekürzt. 0: kein Clipping.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Hidden layers.</source>
        <translation>Verborgene Schichten.</translation>
    </message>
    <message>
        <source>Hold the means and variances that BatchNorm evaluates with in the operand format, as model.half() does: a variance beyond 65504 is infinite in FP16.</source>
        <translation>Die Mittelwerte und Varianzen, mit denen BatchNorm auswertet, im Operandenformat halten, wie es model.half() tut: eine Varianz über 65504 ist in FP16 unendlich.</translation>
    </message>
    <message>
        <source>Initial weights and biases are multiplied by this.</source>
        <translation>Damit werden Anfangsgewichte und Biaswerte multipliziert.</translation>
    </message>
    <message>
        <source>Initial ×</source>
        <translation>Anfang ×</translation>
    </message>
    <message>
        <source>Keep an FP32 copy of the weights, so that small updates are not lost.</source>
        <translation>Eine FP32-Kopie der Gewichte halten, damit kleine Updates nicht verloren gehen.</translation>
    </message>
    <message>
        <source>Keep the moments in FP32 even without master weights.</source>
        <translation>Die Momente auch ohne Mastergewichte in FP32 halten.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Largest scale</source>
        <translation>Größter Faktor</translation>
    </message>
    <message>
        <source>LayerNorm of each head&apos;s queries and of its keys before their product.</source>
        <translation>LayerNorm der Queries und der Keys jedes Kopfes vor ihrem Produkt.</translation>
    </message>
    <message>
        <source>Least scale</source>
        <translation>Kleinster Faktor</translation>
    </message>
    <message>
        <source>Master weights in FP32</source>
        <translation>Mastergewichte in FP32</translation>
    </message>
    <message>
        <source>Means, squares and their sums in the operand format: FP16 squares overflow from 256 on.</source>
        <translation>Mittelwerte, Quadrate und ihre Summen im Operandenformat: FP16-Quadrate laufen ab 256 über.</translation>
    </message>
    <message>
        <source>Neurons in each hidden layer.</source>
        <translation>Neuronen in jeder verborgenen Schicht.</translation>
    </message>
    <message>
        <source>Normalised q, k</source>
        <translation>q, k normalisiert</translation>
    </message>
    <message>
        <source>Only each rank&apos;s gradients and the result are rounded to the format of the sum.</source>
        <translation>Nur die Gradienten jedes Ranks und das Ergebnis werden auf das Format der Summe gerundet.</translation>
    </message>
    <message>
        <source>Order of the sum</source>
        <translation>Summenfolge</translation>
    </message>
    <message>
        <source>Partial sums in FP32</source>
        <translation>Teilsummen in FP32</translation>
    </message>
    <message>
        <source>Phase-change devices: updates are summed in FP32 until they are worth a pulse. Off: an update smaller than a pulse is lost.</source>
        <translation>Phasenwechsel-Bauelemente: Updates werden in FP32 summiert, bis sie einen Puls wert sind. Aus: Ein Update, das kleiner als ein Puls ist, geht verloren.</translation>
    </message>
    <message>
        <source>Phase-change devices: what enters and leaves them has 8 bits.</source>
        <translation>Phasenwechsel-Bauelemente: Was hineingeht und herauskommt, hat 8 Bit.</translation>
    </message>
    <message>
        <source>Probability that a number becomes 0.</source>
        <translation>Wahrscheinlichkeit, dass eine Zahl 0 wird.</translation>
    </message>
    <message>
        <source>Queries are divided by that root before their product with the keys, in place of the scores after it: the scores stay in the range of FP16.</source>
        <translation>Die Queries werden vor ihrem Produkt mit den Keys durch diese Wurzel geteilt, statt danach die Scores: Die Scores bleiben im Bereich von FP16.</translation>
    </message>
    <message>
        <source>Reductions</source>
        <translation>Reduktionen</translation>
    </message>
    <message>
        <source>Ring: one rank after the other. Tree: each rank adds the sums of two others. Doubling: sums of two, of four, of eight ranks.</source>
        <translation>Ring: ein Rank nach dem anderen. Baum: Jeder Rank addiert die Summen von zwei anderen. Verdopplung: Summen von zwei, von vier, von acht Ranks.</translation>
    </message>
    <message>
        <source>Ring: so many gradients are summed together, in as many chunks as ranks. PyTorch: 25600.</source>
        <translation>Ring: So viele Gradienten werden zusammen summiert, in so vielen Stücken wie Ranks. PyTorch: 25600.</translation>
    </message>
    <message>
        <source>Round 1 − y and its product with the gradient to the gradients&apos; format, as PyTorch&apos;s FP16 kernel on a processor does. Off: computed in FP32 and rounded once. Other activation functions are rounded once in both.</source>
        <translation>1 − y und sein Produkt mit dem Gradienten werden auf das Format der Gradienten gerundet, wie es PyTorchs FP16-Kernel auf einem Prozessor tut. Aus: in FP32 berechnet und einmal gerundet. Andere Aktivierungsfunktionen werden in beiden Fällen einmal gerundet.</translation>
    </message>
    <message>
        <source>Round every intermediate of an update to the operand format, as PyTorch&apos;s optimizers on 16-bit weights: Adam&apos;s epsilon of 1e-8 becomes 0 in FP16.</source>
        <translation>Jedes Zwischenergebnis eines Updates auf das Operandenformat runden, wie die Optimierer von PyTorch bei 16-Bit-Gewichten: Adams Epsilon von 1e-8 wird in FP16 zu 0.</translation>
    </message>
    <message>
        <source>Round partial sums of products to the operand format after every 16 terms.</source>
        <translation>Teilsummen von Produkten nach je 16 Summanden auf das Operandenformat runden.</translation>
    </message>
    <message>
        <source>Round the working copy of the weights up or down at random, right on average.</source>
        <translation>Die Arbeitskopie der Gewichte zufällig auf- oder abrunden, im Mittel richtig.</translation>
    </message>
    <message>
        <source>SGD: share of the last update that is kept.</source>
        <translation>SGD: Anteil des letzten Updates, der bleibt.</translation>
    </message>
    <message>
        <source>Samples per step.</source>
        <translation>Beispiele je Schritt.</translation>
    </message>
    <message>
        <source>Scaled before</source>
        <translation>Vorher skaliert</translation>
    </message>
    <message>
        <source>Scores are divided by the root of a head&apos;s width.</source>
        <translation>Scores werden durch die Wurzel der Breite eines Kopfes geteilt.</translation>
    </message>
    <message>
        <source>Share of the target that all classes have alike. Evaluations are without.</source>
        <translation>Anteil des Ziels, den alle Klassen gleich haben. Auswertungen sind ohne ihn.</translation>
    </message>
    <message>
        <source>Sigmoid and tanh shrink gradients layer by layer.</source>
        <translation>Sigmoid und tanh verkleinern Gradienten Schicht um Schicht.</translation>
    </message>
    <message>
        <source>Since when hysteresis counts overflows: since the scale grew, or since the last step without one.</source>
        <translation>Seit wann die Hysterese Überläufe zählt: seit der Skalierungsfaktor gewachsen ist oder seit dem letzten Schritt ohne Überlauf.</translation>
    </message>
    <message>
        <source>Size of an update.</source>
        <translation>Größe eines Updates.</translation>
    </message>
    <message>
        <source>Skip a step with inf or NaN under a static scale. Off: they reach the weights (Apex amp).</source>
        <translation>Einen Schritt mit inf oder NaN unter einem statischen Skalierungsfaktor überspringen. Aus: Sie erreichen die Gewichte (Apex amp).</translation>
    </message>
    <message>
        <source>Skips advance the schedule</source>
        <translation>Übersprungene zählen</translation>
    </message>
    <message>
        <source>Softmax and sums in FP32 or in 16 bits. Without subtracting the maximum, FP16 overflows as soon as a logit passes 11.09.</source>
        <translation>Softmax und Summen in FP32 oder in 16&#xa0;Bit. Ohne Abzug des Maximums läuft FP16 über, sobald ein Logit 11.09 überschreitet.</translation>
    </message>
    <message>
        <source>Steps between histograms of all tensors. 0: none, and nothing that is made of them. Counting costs a few percent of the speed of small networks, and less of large ones.</source>
        <translation>Schritte zwischen Histogrammen aller Tensoren. 0: keine, und nichts, was aus ihnen entsteht. Das Zählen kostet kleine Netze einige Prozent der Geschwindigkeit, große weniger.</translation>
    </message>
    <message>
        <source>Steps in which the learning rate rises from 0. 0: none.</source>
        <translation>Schritte, in denen die Lernrate von 0 an steigt. 0: keine.</translation>
    </message>
    <message>
        <source>Stochastic sum</source>
        <translation>Stochastische Summe</translation>
    </message>
    <message>
        <source>Stop where it diverges</source>
        <translation>Bei Divergenz stoppen</translation>
    </message>
    <message>
        <source>Sums of residual connections in the operand format instead of the wider one.</source>
        <translation>Summen von Residualverbindungen im Operandenformat statt im breiteren.</translation>
    </message>
    <message>
        <source>Target offset</source>
        <translation>Zielversatz</translation>
    </message>
    <message>
        <source>The batch is divided over so many ranks, as over so many cards, and their gradients are averaged. The batch must be a multiple.</source>
        <translation>Der Batch wird auf so viele Ranks aufgeteilt wie auf ebenso viele Karten, und ihre Gradienten werden gemittelt. Der Batch muss ein Vielfaches sein.</translation>
    </message>
    <message>
        <source>The class of an image; of each pixel: background, or the image&apos;s class where it is above half; the image, from itself with noise or as it is. Of texts of 16 letters that the program makes: the letters in order, two that are masked, or how the second half was made of the first. Of a table that the program makes: the value of each row.</source>
        <translation>Die Klasse eines Bildes; die jedes Pixels: Hintergrund oder, wo es über der Hälfte liegt, die Klasse des Bildes; das Bild, aus ihm selbst mit Rauschen oder wie es ist. Von Texten aus 16 Zeichen, die das Programm macht: die Buchstaben der Reihe nach, zwei, die verdeckt sind, oder wie die zweite Hälfte aus der ersten wurde. Von einer Tabelle, die das Programm macht: der Wert jeder Zeile.</translation>
    </message>
    <message>
        <source>The roundings of the sum over ranks are up or down at random, right on average.</source>
        <translation>Die Rundungen der Summe über Ranks gehen zufällig auf oder ab, im Mittel richtig.</translation>
    </message>
    <message>
        <source>The scale falls at the overflow of this number and at every later one, until it has grown.</source>
        <translation>Beim wievielten Überlauf der Skalierungsfaktor fällt; danach fällt er bei jedem weiteren, bis er gewachsen ist.</translation>
    </message>
    <message>
        <source>The scale falls only where overflows per step since it last moved reach this share (fairseq).</source>
        <translation>Der Skalierungsfaktor fällt nur, wenn die Überläufe je Schritt seit seiner letzten Änderung diesen Anteil erreichen (fairseq).</translation>
    </message>
    <message>
        <source>The scale may grow to infinity, where it stays and every step is skipped (Keras 3).</source>
        <translation>Der Skalierungsfaktor darf auf unendlich wachsen, wo er bleibt und jeder Schritt übersprungen wird (Keras 3).</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>What an overflow does to a scale at its floor: it stays, the run ends with an error (DeepSpeed), or the run ends as soon as the scale would come to it (fairseq).</source>
        <translation>Was ein Überlauf mit einem Skalierungsfaktor an seiner Untergrenze macht: Er bleibt, der Lauf endet mit einem Fehler (DeepSpeed), oder der Lauf endet, sobald der Faktor dorthin käme (fairseq).</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied with, after warm-up: 1, or a cosine that falls to 0 at the end of the run. A learning rate that changes meanwhile is multiplied, too.</source>
        <translation>Womit die Lernrate nach dem Aufwärmen multipliziert wird: 1, oder ein Kosinus, der bis zum Ende des Laufs auf 0 fällt. Auch eine Lernrate, die unterwegs geändert wird, wird damit multipliziert.</translation>
    </message>
    <message>
        <source>activation functions in FP32</source>
        <translation>Aktivierungsfunktionen in FP32</translation>
    </message>
    <message>
        <source>at the least loss scale</source>
        <translation>beim kleinsten Skalierungsfaktor</translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>backoff factor</source>
        <translation>Rückgangsfaktor</translation>
    </message>
    <message>
        <source>bucket of the ring in KiB</source>
        <translation>Bucket des Rings in KiB</translation>
    </message>
    <message>
        <source>casts as in</source>
        <translation>Umwandlungen wie in</translation>
    </message>
    <message>
        <source>channels 1</source>
        <translation>Kanäle 1</translation>
    </message>
    <message>
        <source>channels 2</source>
        <translation>Kanäle 2</translation>
    </message>
    <message>
        <source>channels of the first level</source>
        <translation>Kanäle der ersten Stufe</translation>
    </message>
    <message>
        <source>checkpoint interval</source>
        <translation>Sicherungsintervall</translation>
    </message>
    <message>
        <source>clip norm</source>
        <translation>Clip-Norm</translation>
    </message>
    <message>
        <source>control, moved by one ulp</source>
        <translation>Kontrolle, um ein ulp verschoben</translation>
    </message>
    <message>
        <source>delayed scale</source>
        <translation>verzögerter Skalierungsfaktor</translation>
    </message>
    <message>
        <source>division by ranks</source>
        <translation>Teilung durch Ranks</translation>
    </message>
    <message>
        <source>embedding gain</source>
        <translation>Faktor des Embeddings</translation>
    </message>
    <message>
        <source>evaluation format</source>
        <translation>Auswertungsformat</translation>
    </message>
    <message>
        <source>evaluation interval</source>
        <translation>Auswertungsintervall</translation>
    </message>
    <message>
        <source>exponent bits</source>
        <translation>Exponentbits</translation>
    </message>
    <message>
        <source>formats of single layers</source>
        <translation>Schichten mit eigenem Format</translation>
    </message>
    <message>
        <source>fraction bits</source>
        <translation>Mantissenbits</translation>
    </message>
    <message>
        <source>gather updates</source>
        <translation>Updates sammeln</translation>
    </message>
    <message>
        <source>growth factor</source>
        <translation>Wachstumsfaktor</translation>
    </message>
    <message>
        <source>growth interval</source>
        <translation>Wachstumsintervall</translation>
    </message>
    <message>
        <source>histogram interval</source>
        <translation>Histogrammintervall</translation>
    </message>
    <message>
        <source>infinite scale</source>
        <translation>unendlicher Skalierungsfaktor</translation>
    </message>
    <message>
        <source>initial weights ×</source>
        <translation>Anfangsgewichte ×</translation>
    </message>
    <message>
        <source>kind of network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>label smoothing</source>
        <translation>Label-Smoothing</translation>
    </message>
    <message>
        <source>largest loss scale</source>
        <translation>größter Skalierungsfaktor</translation>
    </message>
    <message>
        <source>late growth</source>
        <translation>spätes Wachstum</translation>
    </message>
    <message>
        <source>least loss scale</source>
        <translation>kleinster Skalierungsfaktor</translation>
    </message>
    <message>
        <source>loss scaler</source>
        <translation>Skalierer</translation>
    </message>
    <message>
        <source>loss scaling</source>
        <translation>Verlustskalierung</translation>
    </message>
    <message>
        <source>network file</source>
        <translation>Netzdatei</translation>
    </message>
    <message>
        <source>normalised queries and keys</source>
        <translation>normalisierte Queries und Keys</translation>
    </message>
    <message>
        <source>offset of the targets</source>
        <translation>Zielversatz</translation>
    </message>
    <message>
        <source>operands in</source>
        <translation>Operanden in</translation>
    </message>
    <message>
        <source>optimizer state in FP32</source>
        <translation>Optimiererzustand in FP32</translation>
    </message>
    <message>
        <source>order of the sum over ranks</source>
        <translation>Reihenfolge der Summe über Ranks</translation>
    </message>
    <message>
        <source>overflows counted</source>
        <translation>Zählung der Überläufe</translation>
    </message>
    <message>
        <source>partial sums over ranks in FP32</source>
        <translation>Teilsummen über Ranks in FP32</translation>
    </message>
    <message>
        <source>queries scaled before the product</source>
        <translation>Queries vor dem Produkt skaliert</translation>
    </message>
    <message>
        <source>query and key offset</source>
        <translation>Versatz von Query und Key</translation>
    </message>
    <message>
        <source>scaled attention</source>
        <translation>skalierte Attention</translation>
    </message>
    <message>
        <source>seconds of a step on the devices</source>
        <translation>Sekunden eines Schritts in den Bauelementen</translation>
    </message>
    <message>
        <source>shadow interval</source>
        <translation>Schattenintervall</translation>
    </message>
    <message>
        <source>shuffled batches</source>
        <translation>Mischen</translation>
    </message>
    <message>
        <source>sigmoid′ rounded stepwise</source>
        <translation>Sigmoid′ stufenweise gerundet</translation>
    </message>
    <message>
        <source>skipped steps advance the schedule</source>
        <translation>übersprungene Schritte zählen im Lernratenplan</translation>
    </message>
    <message>
        <source>static scale checked</source>
        <translation>statischer Skalierungsfaktor geprüft</translation>
    </message>
    <message>
        <source>stochastic rounding</source>
        <translation>Stochastisches Runden</translation>
    </message>
    <message>
        <source>stochastic sum over ranks</source>
        <translation>stochastische Summe über Ranks</translation>
    </message>
    <message>
        <source>stop at divergence</source>
        <translation>Stopp bei Divergenz</translation>
    </message>
    <message>
        <source>sum over ranks in</source>
        <translation>Summe über Ranks in</translation>
    </message>
    <message>
        <source>test images of a live evaluation</source>
        <translation>Bilder je Auswertung</translation>
    </message>
    <message>
        <source>token width</source>
        <translation>Tokenbreite</translation>
    </message>
    <message>
        <source>tolerance of overflows</source>
        <translation>Toleranz für Überläufe</translation>
    </message>
    <message>
        <source>training images of the last evaluation</source>
        <translation>Trainingsbilder der Auswertung</translation>
    </message>
    <message>
        <source>warm-up steps</source>
        <translation>Aufwärmschritte</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>Weight-Decay</translation>
    </message>
    <message>
        <source>a folder of presets</source>
        <translation>ein Ordner mit Voreinstellungen</translation>
    </message>
    <message>
        <source>it is no folder that can be read</source>
        <translation>das ist kein Ordner, der gelesen werden kann</translation>
    </message>
    <message>
        <source>%1 is not a value for it</source>
        <translation>%1 ist kein Wert dafür</translation>
    </message>
    <message>
        <source>Stopped before anything was found.</source>
        <translation>Angehalten, ehe etwas gefunden war.</translation>
    </message>
    <message>
        <source>a JSON file</source>
        <translation>eine JSON-Datei</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number from 0 on</source>
        <translation>eine ganze Zahl ab 0</translation>
    </message>
    <message>
        <source>begin the command with mpirun -n N, or with srun</source>
        <translation>den Befehl mit mpirun -n N oder mit srun beginnen</translation>
    </message>
    <message>
        <source>each field once</source>
        <translation>jedes Feld einmal</translation>
    </message>
    <message>
        <source>this field stands there twice</source>
        <translation>dieses Feld steht zweimal da</translation>
    </message>
    <message>
        <source>this is a list</source>
        <translation>das ist eine Liste</translation>
    </message>
    <message>
        <source>this is an object</source>
        <translation>das ist ein Objekt</translation>
    </message>
    <message>
        <source>this is no JSON object</source>
        <translation>das ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>Bold: not the default. What has no effect on these runs is left out.</source>
        <translation>Fett: nicht die Vorgabe. Was bei diesen Läufen keine Wirkung hat, fehlt.</translation>
    </message>
    <message>
        <source>%1, log scale</source>
        <translation>%1, logarithmisch</translation>
    </message>
    <message>
        <source>In step %1 the output of %2 was the first of the forward pass that held inf or NaN, and its inputs or its weights held some too: no module made it.</source>
        <translation>In Schritt %1 war die Ausgabe von %2 die erste im Vorwärtsdurchlauf, die inf oder NaN enthielt, und ihre Eingaben oder ihre Gewichte enthielten es auch: Kein Modul hat es erzeugt.</translation>
    </message>
    <message>
        <source>Whether the batch brought it, an update before it, or an operation between two modules: only modules are looked at.</source>
        <translation>Ob der Batch es mitbrachte, ein Update davor oder eine Operation zwischen zwei Modulen: Nur Module werden betrachtet.</translation>
    </message>
    <message>
        <source>it begins like no file of tensors: as a header its first bytes would claim %1 bytes of %2</source>
        <translation>sie beginnt wie keine Datei mit Tensoren: Als Kopf würden ihre ersten Bytes %1 Bytes von %2 beanspruchen</translation>
    </message>
    <message>
        <source>loss (squared error)</source>
        <translation>Verlust (quadrierter Fehler)</translation>
    </message>
    <message>
        <source>the run cannot go back to step %1: no state of it from before that step is kept, and training it again from its beginning would not lead there, since its settings were changed or it went on from another run</source>
        <translation>der Lauf kann nicht zu Schritt %1 zurück: Von davor ist kein Stand von ihm da, und neu von seinem Anfang an trainiert käme er nicht dorthin, weil seine Einstellungen geändert wurden oder er von einem anderen Lauf ausging</translation>
    </message>
    <message>
        <source>start it again with the settings that it had there</source>
        <translation>ihn mit den Einstellungen, die er dort hatte, neu starten</translation>
    </message>
    <message>
        <source>%1 %6, %2 % interval %3 to %4, %5 seeds</source>
        <translation>%1 %6, %2-%-Intervall %3 bis %4, %5 Startwerte</translation>
    </message>
    <message>
        <source>%1 are emulated on this device. Their rounding is exact, so results and warnings hold; their times say nothing about their speed.</source>
        <translation>%1 werden auf diesem Gerät emuliert. Gerundet wird exakt, Ergebnisse und Warnungen gelten also; die Zeiten sagen nichts über das Tempo.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 is emulated on this device. Its rounding is exact, so results and warnings hold; its time says nothing about its speed.</source>
        <translation>%1 wird auf diesem Gerät emuliert. Gerundet wird exakt, Ergebnisse und Warnungen gelten also; die Zeit sagt nichts über das Tempo.</translation>
    </message>
    <message>
        <source>%1 made some of its own as well: its inputs were finite, too.</source>
        <translation>%1 hat selbst auch welche erzeugt: Auch seine Eingaben waren endlich.</translation>
    </message>
    <message>
        <source>%1 made some of their own as well: their inputs were finite, too.</source>
        <translation>%1 haben selbst auch welche erzeugt: Auch ihre Eingaben waren endlich.</translation>
    </message>
    <message>
        <source>%1 ranks share each batch here: in PyTorch DistributedDataParallel does that.</source>
        <translation>%1 Ranks teilen sich hier jeden Batch: In PyTorch tut das DistributedDataParallel.</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1, zuletzt</translation>
    </message>
    <message>
        <source>As the training logged it.</source>
        <translation>Wie das Training es protokolliert hat.</translation>
    </message>
    <message>
        <source>Autocast has no operands in %1: this is what stands around them.</source>
        <translation>Autocast kennt keine Operanden in %1: Das hier ist, was um sie herum steht.</translation>
    </message>
    <message>
        <source>Autocast keeps these wider than 16 bits, and this configuration does not: %1.</source>
        <translation>Autocast hält Folgendes breiter als 16 Bit, diese Konfiguration nicht: %1.</translation>
    </message>
    <message>
        <source>How much the test result of %1 depends on the seed: that needs at least %2 seeds.</source>
        <translation>Wie sehr das Testergebnis von %1 vom Startwert abhängt: Dazu braucht es mindestens %2 Startwerte.</translation>
    </message>
    <message>
        <source>No conclusion yet: a step in %1 is %2 times as fast as in %3, but its test result against %3 was not measured over %4 seeds.</source>
        <translation>Noch kein Schluss: Ein Schritt in %1 ist %2-mal so schnell wie in %3, doch sein Testergebnis wurde nicht über %4 Startwerte mit dem von %3 verglichen.</translation>
    </message>
    <message>
        <source>Nothing to cure: over %1 steps the run keeps up with FP32 (mean loss of the last %6 steps %2, FP32 %3, a control moved by one ulp %4; up to %5 above FP32 is noise).</source>
        <translation>Nichts zu heilen: Über %1 Schritte hält der Lauf mit FP32 mit (mittlerer Verlust der letzten %6 Schritte %2, FP32 %3, ein um ein ulp verschobener Vergleichslauf %4; bis %5 über FP32 ist Rauschen).</translation>
    </message>
    <message>
        <source>Other batches, learning rates and networks, energy, and the time to a given result.</source>
        <translation>Andere Batches, Lernraten und Netze, Energie und die Zeit bis zu einem bestimmten Ergebnis.</translation>
    </message>
    <message>
        <source>PyTorch has no optimizer of phase-change devices.</source>
        <translation>PyTorch hat keinen Optimierer für Phasenwechselspeicher.</translation>
    </message>
    <message>
        <source>Test results of %1 against %2: %3.</source>
        <translation>Testergebnisse von %1 gegenüber %2: %3.</translation>
    </message>
    <message>
        <source>Use %1: a step in %2 is %3 times as fast, but its test result is worse (%4).</source>
        <translation>%1 verwenden: Ein Schritt in %2 ist %3-mal so schnell, aber sein Testergebnis ist schlechter (%4).</translation>
    </message>
    <message>
        <source>Use %1: a step is %2 times as fast as in %3, and no worse test result can be resolved (%4).</source>
        <translation>%1 verwenden: Ein Schritt ist %2-mal so schnell wie in %3, und ein schlechteres Testergebnis ist nicht nachweisbar (%4).</translation>
    </message>
    <message>
        <source>it reads whole numbers: words of a text, or categories of a row</source>
        <translation>sie liest ganze Zahlen: Wörter eines Textes oder Kategorien einer Zeile</translation>
    </message>
    <message>
        <source>normalisations</source>
        <translation>Normalisierungen</translation>
    </message>
    <message>
        <source>sums of residual connections</source>
        <translation>Summen von Residualverbindungen</translation>
    </message>
    <message>
        <source>the softmax of attention</source>
        <translation>das Softmax der Attention</translation>
    </message>
    <message>
        <source>tokens x features; linear reads an image as it is</source>
        <translation>Tokens x Merkmale; linear liest ein Bild, wie es ist</translation>
    </message>
    <message>
        <source>PyTorch&apos;s modules have something of this name themselves</source>
        <translation>PyTorchs Module haben selbst etwas dieses Namens</translation>
    </message>
    <message>
        <source>Time of a step: median of several measurements of %1 s in all, and their range. Peak memory: of one step at batch %2. Largest batch: within %3, here with the data set and all else that the device needs, native for the step alone.</source>
        <translation>Zeit eines Schritts: Median mehrerer Messungen von zusammen %1 s und ihre Spanne. Spitzenspeicher: eines Schritts mit Batch %2. Größter Batch: innerhalb von %3, hier mit dem Datensatz und allem, was das Gerät sonst braucht, nativ für den Schritt allein.</translation>
    </message>
    <message>
        <source>another name for the layer</source>
        <translation>ein anderer Name für die Schicht</translation>
    </message>
    <message>
        <source>Nothing in the recording points to the precision; a run in FP32 from the same seed would tell.</source>
        <translation>Nichts in der Aufzeichnung weist auf die Präzision; ein Lauf in FP32 mit demselben Startwert würde es zeigen.</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>%1 is 0</source>
        <translation>%1 ist 0</translation>
    </message>
    <message>
        <source>A weight whose gradient was always zero has a second moment of zero, and 0 / 0 is NaN in every format: the weights have become NaN.</source>
        <translation>Ein Gewicht, dessen Gradient immer null war, hat ein zweites Moment von null, und 0 / 0 ist in jedem Format NaN: Die Gewichte sind NaN geworden.</translation>
    </message>
    <message>
        <source>Initial weights from</source>
        <translation>Anfangsgewichte aus</translation>
    </message>
    <message>
        <source>It began with the weights of a file: as the command names it, and as it was then.</source>
        <translation>Er begann mit den Gewichten einer Datei: der, die der Befehl nennt, wie sie damals war.</translation>
    </message>
    <message>
        <source>Run %1 began so and was changed while it trained: %2</source>
        <translation>Lauf %1 begann so und wurde im Training geändert: %2</translation>
    </message>
    <message>
        <source>Since step %1 the gradients of %2 are those of FP32 within noise; this says nothing of the steps before</source>
        <translation>Seit Schritt %1 sind die Gradienten von %2 bis auf Rauschen die von FP32; über die Schritte davor sagt das nichts</translation>
    </message>
    <message>
        <source>The optimizer&apos;s epsilon is zero: it divides by zero</source>
        <translation>Das Epsilon des Optimierers ist null: Er teilt durch null</translation>
    </message>
    <message>
        <source>a number of at most %1</source>
        <translation>eine Zahl von höchstens %1</translation>
    </message>
    <message>
        <source>mantissa-worker network --run %1 &gt; network.json writes the network that the command names.</source>
        <translation>mantissa-worker network --run %1 &gt; network.json schreibt das Netz, das der Befehl nennt.</translation>
    </message>
    <message>
        <source>needed: %1</source>
        <translation>nötig: %1</translation>
    </message>
    <message>
        <source>possible: %1</source>
        <translation>möglich: %1</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; stands there twice</source>
        <translation>das Feld „%1“ steht zweimal da</translation>
    </message>
    <message>
        <source>The loss of the last %1 is about %2; over the first %3 it averaged %4.</source>
        <translation>Der Verlust der letzten %1 beträgt etwa %2; über die ersten %3 betrug er im Mittel %4.</translation>
    </message>
    <message>
        <source>no run of the first row with the same seed and initial weights has a result</source>
        <translation>kein Lauf der ersten Zeile mit demselben Startwert und denselben Anfangsgewichten hat ein Ergebnis</translation>
    </message>
    <message>
        <source>Go back to a checkpoint from before that step; “Find the cause” names what the recording tells of who made it.</source>
        <translation>Zu einem Checkpoint von vor diesem Schritt zurückgehen; „Ursache finden“ nennt, was die Aufzeichnung über den Urheber sagt.</translation>
    </message>
    <message>
        <source>Gradients held inf or NaN in step %1 already.</source>
        <translation>Schon in Schritt %1 enthielten Gradienten inf oder NaN.</translation>
    </message>
    <message>
        <source>Not here, since they were changed on the way, begin at a step of another run or are damaged: %1.</source>
        <translation>Nicht hier, da sie unterwegs geändert wurden, bei einem Schritt eines anderen Laufs beginnen oder beschädigt sind: %1.</translation>
    </message>
    <message>
        <source>Some points are of %1 of its samples, others of %2: what lies between two of them is not progress alone.</source>
        <translation>Manche Punkte gelten für %1 seiner Beispiele, andere für %2: Was zwischen zweien davon liegt, ist nicht nur Fortschritt.</translation>
    </message>
    <message>
        <source>That step&apos;s update wrote them into the weights: what came after follows from it.</source>
        <translation>Die Aktualisierung dieses Schritts schrieb sie in die Gewichte: Was danach kam, folgt daraus.</translation>
    </message>
    <message>
        <source>The training is lost: its loss is inf or NaN from step %1 to the end</source>
        <translation>Das Training ist verloren: Sein Verlust ist von Schritt %1 bis zum Ende inf oder NaN</translation>
    </message>
    <message>
        <source>The weights were updated in %1 whose loss was inf or NaN.</source>
        <translation>In %1 mit einem Verlust von inf oder NaN wurden die Gewichte aktualisiert.</translation>
    </message>
    <message>
        <source>The gradients of %1 are those of FP32 within noise</source>
        <translation>Die Gradienten von %1 sind im Rahmen des Rauschens die von FP32</translation>
    </message>
    <message>
        <source> (further ones are not told)</source>
        <translation> (weitere werden nicht gemeldet)</translation>
    </message>
    <message>
        <source>Gradients become zero before they are summed over the ranks</source>
        <translation>Gradienten werden null, bevor sie über die Ränge summiert werden</translation>
    </message>
    <message>
        <source>In %1 more steps it looked alike, with another gradient first, last in step %2.</source>
        <translation>In %1 weiteren Schritten sah es ähnlich aus, mit einem anderen Gradienten zuerst, zuletzt in Schritt %2.</translation>
    </message>
    <message>
        <source>In step %1 it looked alike, with another gradient first.</source>
        <translation>In Schritt %1 sah es ähnlich aus, mit einem anderen Gradienten zuerst.</translation>
    </message>
    <message>
        <source>In step %1, %2 % of the gradients of %3 ranks became zero in %4, before they were summed.</source>
        <translation>In Schritt %1 wurden %2 % der Gradienten von %3 Rängen in %4 null, bevor sie summiert wurden.</translation>
    </message>
    <message>
        <source>Test results and numerical warnings of %1: %2. Train them with Run in the window, or at the command line with mantissa-worker train or sweep.</source>
        <translation>Testergebnisse und numerische Warnungen von %1: %2. Sie lassen sich im Fenster mit „Starten“ trainieren oder auf der Kommandozeile mit mantissa-worker train oder sweep.</translation>
    </message>
    <message>
        <source>the run &quot;%1&quot; has no step %2</source>
        <translation>der Lauf „%1“ hat keinen Schritt %2</translation>
    </message>
    <message>
        <source>there is no page &quot;%1&quot;</source>
        <translation>es gibt keine Seite „%1“</translation>
    </message>
    <message>
        <source>line %1 of the recording cannot be read and is left out: %2%3</source>
        <translation>Zeile %1 der Aufzeichnung ist nicht lesbar und wird ausgelassen: %2%3</translation>
    </message>
    <message>
        <source>%1 (one run)</source>
        <translation>%1 (ein Lauf)</translation>
    </message>
    <message>
        <source>%1 is %2, expected at most %3</source>
        <translation>%1 ist %2, erwartet höchstens %3</translation>
    </message>
    <message>
        <source>%1 trainings over %2 casts and switches, not counting those of FP32 and the control, %3 s (%4 s of processor time)</source>
        <translation>%1 Trainings über %2 Umwandlungen und Schalter, ohne die von FP32 und der Kontrolle, %3 s (%4 s Prozessorzeit)</translation>
    </message>
    <message>
        <source>%1, %2 % interval %3 to %4 (%5 seeds: %6)</source>
        <translation>%1, %2-%-Intervall %3 bis %4 (%5 Startwerte: %6)</translation>
    </message>
    <message>
        <source>%1, whole run</source>
        <translation>%1, ganzer Lauf</translation>
    </message>
    <message>
        <source>%1; of these known from the search that was stopped: %2</source>
        <translation>%1; davon aus der abgebrochenen Suche bekannt: %2</translation>
    </message>
    <message>
        <source>FP8 without a scale</source>
        <translation>FP8 ohne Skala</translation>
    </message>
    <message>
        <source>FP8, E5M2 without a scale</source>
        <translation>FP8, E5M2 ohne Skala</translation>
    </message>
    <message>
        <source>FP8, current scaling</source>
        <translation>FP8, aktuelle Skalierung</translation>
    </message>
    <message>
        <source>FP8, delayed scaling</source>
        <translation>FP8, verzögerte Skalierung</translation>
    </message>
    <message>
        <source>One training over %1 casts and switches, not counting those of FP32 and the control, %2 s (%3 s of processor time)</source>
        <translation>Ein Training über %1 Umwandlungen und Schalter, ohne die von FP32 und der Kontrolle, %2 s (%3 s Prozessorzeit)</translation>
    </message>
    <message>
        <source>Speed: the mean of all steps, with watching and without evaluations.</source>
        <translation>Geschwindigkeit: das Mittel aller Schritte, mit Beobachtung und ohne Auswertungen.</translation>
    </message>
    <message>
        <source>a setting such as loss_scale, a page such as health_page, or another name that lesson_points.cpp lists</source>
        <translation>eine Einstellung wie loss_scale, eine Seite wie health_page oder ein anderer Name aus lesson_points.cpp</translation>
    </message>
    <message>
        <source>some of the optimizers skipped step %1, the others updated their weights; such steps count as skipped</source>
        <translation>einige der Optimizer haben Schritt %1 übersprungen, die anderen ihre Gewichte geändert; solche Schritte zählen als übersprungen</translation>
    </message>
    <message>
        <source>step %1 stands between steps %2 and %3</source>
        <translation>Schritt %1 steht zwischen den Schritten %2 und %3</translation>
    </message>
    <message>
        <source>there is no control &quot;%1&quot;</source>
        <translation>es gibt kein Bedienelement „%1“</translation>
    </message>
    <message>
        <source>%1 of %2 steps were skipped, and the training went on after each: so a loss scale finds its place.</source>
        <translation>%1 von %2 Schritten wurden übersprungen, und nach jedem ging das Training weiter: So findet eine Verlustskalierung ihren Platz.</translation>
    </message>
    <message>
        <source>No step was recorded: whether inf or NaN arose is unknown.</source>
        <translation>Kein Schritt wurde aufgezeichnet: Ob inf oder NaN entstand, ist unbekannt.</translation>
    </message>
    <message>
        <source>Nothing has failed.</source>
        <translation>Nichts ist gescheitert.</translation>
    </message>
    <message>
        <source>The loss was inf or NaN in %1 of %2 steps, first in step %3. Each of them was skipped, and the training went on with finite losses.</source>
        <translation>Der Verlust war in %1 von %2 Schritten inf oder NaN, zuerst in Schritt %3. Jeder davon wurde übersprungen, und das Training ging mit endlichen Verlusten weiter.</translation>
    </message>
    <message>
        <source>The recording holds no inf or NaN.</source>
        <translation>Die Aufzeichnung enthält weder inf noch NaN.</translation>
    </message>
    <message>
        <source>Which steps were skipped, and at which loss scale: the loop uses a GradScaler that watch() was not given. watch(…, scaler=scaler) records both.</source>
        <translation>Welche Schritte übersprungen wurden und bei welcher Verlustskalierung: Die Schleife benutzt einen GradScaler, den watch() nicht bekommen hat. watch(…, scaler=scaler) zeichnet beides auf.</translation>
    </message>
    <message>
        <source>The loss of the last %1 is about %2; images of middle grey would cost at most %3. The learning rate is %4.</source>
        <translation>Der Verlust der letzten %1 beträgt etwa %2; mittelgraue Bilder ergäben höchstens %3. Die Lernrate ist %4.</translation>
    </message>
    <message>
        <source>%1 of the weights whose gradient is not zero did not change; of %2 it is %3.</source>
        <translation>%1 der Gewichte, deren Gradient nicht null ist, änderten sich nicht; bei %2 sind es %3.</translation>
    </message>
    <message>
        <source>%1 · seed %2</source>
        <translation>%1 · Startwert %2</translation>
    </message>
    <message>
        <source>%1: %2 of the %3 gradients of optimizer %4 (%5) held inf or NaN, in the order of the backward pass first that of %6 (%7).</source>
        <translation>%1: %2 der %3 Gradienten von Optimierer %4 (%5) enthielten inf oder NaN, in der Reihenfolge des Rückwärtsdurchlaufs zuerst der von %6 (%7).</translation>
    </message>
    <message>
        <source>A sum in FP32 has room for them; so has one of gradients that were divided first.</source>
        <translation>Eine Summe in FP32 hat Platz für sie, ebenso eine aus Gradienten, die zuerst geteilt wurden.</translation>
    </message>
    <message>
        <source>At step %1 its largest value was %2; %3 values exceeded %4, the largest number of %5.</source>
        <translation>Bei Schritt %1 war ihr größter Wert %2; %3 Werte überschritten %4, die größte Zahl von %5.</translation>
    </message>
    <message>
        <source>At step %1 its largest value was %2; 1 value exceeded %3, the largest number of %4.</source>
        <translation>Bei Schritt %1 war ihr größter Wert %2; 1 Wert überschritt %3, die größte Zahl von %4.</translation>
    </message>
    <message>
        <source>At step %1 the gradients of each of the %2 ranks were finite, and sums of them (%3) were not, first in %4.</source>
        <translation>Bei Schritt %1 waren die Gradienten jedes der %2 Ranks endlich, Summen davon (%3) waren es nicht, zuerst in %4.</translation>
    </message>
    <message>
        <source>At the start and after an overflow the scale grows one step later than the interval (DeepSpeed).</source>
        <translation>Am Anfang und nach einem Überlauf wächst der Skalierungsfaktor einen Schritt später als das Intervall (DeepSpeed).</translation>
    </message>
    <message>
        <source>Grows after 1000 steps, at the start and after an overflow one step later (since version 0.17.1); hysteresis of 2 as Megatron-LM; an overflow at a scale of 1 ends the run with an error.</source>
        <translation>Wächst nach 1000 Schritten, am Anfang und nach einem Überlauf einen Schritt später (seit Version 0.17.1); Hysterese von 2 wie Megatron-LM; ein Überlauf beim Skalierungsfaktor 1 beendet den Lauf mit einem Fehler.</translation>
    </message>
    <message>
        <source>Grows after 1000 steps, at the start and after an overflow one step later; does not fall below 1.</source>
        <translation>Wächst nach 1000 Schritten, am Anfang und nach einem Überlauf einen Schritt später; fällt nicht unter 1.</translation>
    </message>
    <message>
        <source>How many updates had no effect is unknown for this optimizer. A weight that is stored in %1 does not take an update smaller than half the distance to its next number.</source>
        <translation>Wie viele Updates wirkungslos waren, ist bei diesem Optimierer unbekannt. Ein Gewicht in %1 nimmt kein Update unter dem halben Abstand zur nächsten Zahl an.</translation>
    </message>
    <message>
        <source>In step %1 %2.</source>
        <translation>In Schritt %1: %2.</translation>
    </message>
    <message>
        <source>In step %1 the outputs of all modules were finite, and the loss was inf or NaN.</source>
        <translation>In Schritt %1 waren die Ausgaben aller Module endlich, und der Verlust war inf oder NaN.</translation>
    </message>
    <message>
        <source>In step %1, whose loss was inf or NaN, the forward pass was searched: the outputs of all modules were finite.</source>
        <translation>In Schritt %1, dessen Verlust inf oder NaN war, wurde der Vorwärtsdurchlauf durchsucht: Die Ausgaben aller Module waren endlich.</translation>
    </message>
    <message>
        <source>In step %1, whose loss was inf or NaN, the recorded outputs of all modules were finite.</source>
        <translation>In Schritt %1, dessen Verlust inf oder NaN war, waren die aufgezeichneten Ausgaben aller Module endlich.</translation>
    </message>
    <message>
        <source>Most weights do not change: keep them in FP32</source>
        <translation>Die meisten Gewichte ändern sich nicht: In FP32 halten</translation>
    </message>
    <message>
        <source>Of a recording these are as of its last samples: norm lost and cosine against the batch run again, or else of single layers&apos; products, and flushed gradients are not known. Lost updates are unknown for an optimizer that the recorder does not know.</source>
        <translation>Bei einer Aufzeichnung gelten diese für die letzten Stichproben: Normverlust und Kosinus gegen den erneut gerechneten Batch, sonst für Produkte einzelner Schichten; auf null gerundete Gradienten sind nicht bekannt. Verlorene Updates sind bei einem Optimierer unbekannt, den der Rekorder nicht kennt.</translation>
    </message>
    <message>
        <source>So did %1 of the %2 gradients of optimizer %3 (%4), first that of %5 (%6).</source>
        <translation>Ebenso %1 der %2 Gradienten von Optimierer %3 (%4), zuerst der von %5 (%6).</translation>
    </message>
    <message>
        <source>So it arose behind them, in the loss function or in the targets that it was given. Neither a loss scale nor BF16 helps there: keep 0 from logarithms, roots and divisions, or let cross_entropy take the network&apos;s output as it is.</source>
        <translation>Also entstand es dahinter, in der Verlustfunktion oder ihren Zielwerten. Weder ein Skalierungsfaktor noch BF16 hilft da: 0 von Logarithmen, Wurzeln und Divisionen fernhalten, oder cross_entropy die Ausgabe des Netzes geben, wie sie ist.</translation>
    </message>
    <message>
        <source>So it was in %1 steps, last in step %2.</source>
        <translation>So war es in %1 Schritten, zuletzt in Schritt %2.</translation>
    </message>
    <message>
        <source>So it was in at least %1. The last of them that is recorded is step %2, and there are more.</source>
        <translation>So war es in mindestens %1. Der letzte davon, der aufgezeichnet ist, ist Schritt %2, und es gibt weitere.</translation>
    </message>
    <message>
        <source>The library holds this run already, with other content</source>
        <translation>Die Bibliothek enthält diesen Lauf schon, mit anderem Inhalt</translation>
    </message>
    <message>
        <source>The output of %1 (%2) holds inf or NaN in the forward pass while its inputs are finite: it made the first, in %3.</source>
        <translation>Die Ausgabe von %1 (%2) enthält im Vorwärtsdurchlauf inf oder NaN, obwohl die Eingaben endlich sind: Hier entstand das erste, in %3.</translation>
    </message>
    <message>
        <source>The sum over the ranks overflows %1 and makes the weights NaN</source>
        <translation>Die Summe über die Ranks läuft in %1 über und macht die Gewichte zu NaN</translation>
    </message>
    <message>
        <source>This static scale is not checked, so no step is skipped: the weights have been NaN since step %1, and only a new run helps.</source>
        <translation>Dieser statische Skalierungsfaktor wird nicht geprüft, also wird kein Schritt übersprungen: Die Gewichte sind seit Schritt %1 NaN, und nur ein neuer Lauf hilft.</translation>
    </message>
    <message>
        <source>Whether a NaN is inf minus inf: gradients of several backward passes are added up.</source>
        <translation>Ob ein NaN inf minus inf ist: Gradienten mehrerer Rückwärtsdurchläufe werden addiert.</translation>
    </message>
    <message>
        <source>Whether these gradients made inf or NaN themselves or were handed it: each optimizer may have a backward pass of its own, and the recording has no order of passes.</source>
        <translation>Ob diese Gradienten inf oder NaN selbst erzeugten oder erhielten: Jeder Optimierer kann einen eigenen Rückwärtsdurchlauf haben, und die Aufzeichnung kennt deren Reihenfolge nicht.</translation>
    </message>
    <message>
        <source>Which module made it: no search of a forward pass is recorded that found some.</source>
        <translation>Welches Modul es war: Keine Suche in einem Vorwärtsdurchlauf ist aufgezeichnet, die etwas fand.</translation>
    </message>
    <message>
        <source>Which module made it: the forward passes of %1 were searched, the last in step %2, and all outputs in them were finite.</source>
        <translation>Welches Modul es war: Vorwärtsdurchläufe wurden durchsucht (%1, zuletzt in Schritt %2), und alle Ausgaben darin waren endlich.</translation>
    </message>
    <message>
        <source>Which module made it: the probe searched the forward pass of step %1, and found all finite there.</source>
        <translation>Welches Modul es war: Der Vorwärtsdurchlauf von Schritt %1 wurde durchsucht, alles darin war endlich.</translation>
    </message>
    <message>
        <source>Which operation behind the modules made it: only modules are looked at.</source>
        <translation>Welche Operation hinter den Modulen es war: Nur Module werden betrachtet.</translation>
    </message>
    <message>
        <source>With batch %1 this run holds %2, its evaluation included. With batch %3 it would hold at most %4 of the %5 that runs may use.</source>
        <translation>Mit Batch %1 belegt dieser Lauf %2, seine Auswertung eingeschlossen. Mit Batch %3 belegte er höchstens %4 der %5, die Läufe nutzen dürfen.</translation>
    </message>
    <message>
        <source>it differs from what was imported before: a line of the file was damaged then or is now, or it is of another training with the same id; import it into another library</source>
        <translation>Inhalt wie beim ersten Import: Eine Zeile der Datei war damals beschädigt oder ist es jetzt, oder sie gehört zu einem anderen Training mit derselben Kennung; in eine andere Bibliothek importieren</translation>
    </message>
    <message>
        <source>not seen: a GradScaler that watch() was not given</source>
        <translation>nicht gesehen: ein GradScaler, den watch() nicht bekam</translation>
    </message>
    <message>
        <source>on which ranks the loss is inf or NaN is not told from here on: it was told %1 times</source>
        <translation>auf welchen Ranks der Verlust inf oder NaN ist, wird ab hier nicht mehr gesagt: Es wurde %1-mal gesagt</translation>
    </message>
    <message>
        <source>the loss was inf or NaN on rank %1 alone</source>
        <translation>der Verlust war nur auf Rank %1 inf oder NaN</translation>
    </message>
    <message>
        <source>the loss was inf or NaN on ranks %1 alone</source>
        <translation>der Verlust war nur auf den Ranks %1 inf oder NaN</translation>
    </message>
    <message>
        <source>without the loss scale, which the GradScaler had divided out</source>
        <translation>ohne den Skalierungsfaktor, den der GradScaler herausgeteilt hatte</translation>
    </message>
    <message>
        <source>%1 has FP32&apos;s gradients and reaches more than %2; their batch losses differ from step %3 on</source>
        <translation>%1 hat die Gradienten von FP32 und erreicht mehr als %2; ihre Batch-Verluste unterscheiden sich ab Schritt %3</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <translation>%1, aus %2</translation>
    </message>
    <message>
        <source>A cure is still searched for.</source>
        <translation>Ein Mittel wird noch gesucht.</translation>
    </message>
    <message>
        <source>a step with &quot;predict&quot; after this one</source>
        <translation>ein Schritt mit &quot;predict&quot; nach diesem</translation>
    </message>
    <message>
        <source>no later step asks anything</source>
        <translation>kein späterer Schritt fragt etwas</translation>
    </message>
    <message>
        <source>silent, or no such field</source>
        <translation>silent, oder kein solches Feld</translation>
    </message>
    <message>
        <source>the advisor cannot be &quot;%1&quot;</source>
        <translation>der Berater kann nicht „%1“ sein</translation>
    </message>
    <message>
        <source>This was seen to help: %1. Whether it lasts is still tried.</source>
        <translation>Das half: %1. Ob es anhält, wird noch geprüft.</translation>
    </message>
    <message>
        <source>%1: %2 of the gradients held inf or NaN, in the order of the backward pass first that of %3. So did the loss, which handed it on.</source>
        <translation>%1: %2 der Gradienten enthielten inf oder NaN, in der Reihenfolge des Rückwärtsdurchlaufs zuerst der von %3. Auch der Verlust enthielt es und gab es weiter.</translation>
    </message>
    <message>
        <source>How many examples of the test set the run is tested on, from the first on. Few save time, but say less of the accuracy, and results on another number of examples are not comparable. 0: all.</source>
        <translation>Mit wie vielen Beispielen der Testmenge der Lauf getestet wird, vom ersten an. Wenige sparen Zeit, sagen aber weniger über die Genauigkeit, und Ergebnisse mit einer anderen Zahl von Beispielen sind nicht vergleichbar. 0: alle.</translation>
    </message>
    <message>
        <source>Of the recorded outputs that of %1 comes first. It held NaN and no inf, and the weights were finite: most likely the batch of step %2 held NaN (torch.isfinite(inputs).all() tells).</source>
        <translation>Von den aufgezeichneten Ausgaben ist die von %1 die erste. Sie enthielt NaN und kein inf, und die Gewichte waren endlich: Sehr wahrscheinlich enthielt der Batch von Schritt %2 NaN (torch.isfinite(inputs).all() sagt es).</translation>
    </message>
    <message>
        <source>The loss was inf or NaN in %1, first in step %2: no loss scale cures that</source>
        <translation>Der Verlust war in %1 inf oder NaN, zuerst in Schritt %2: Das heilt kein Skalierungsfaktor</translation>
    </message>
    <message>
        <source>The loss was inf or NaN in step %1: no loss scale cures that</source>
        <translation>Der Verlust war in Schritt %1 inf oder NaN: Das heilt kein Skalierungsfaktor</translation>
    </message>
    <message>
        <source>The output of %1 held inf or NaN in step %2 while its inputs were finite: it made the first.</source>
        <translation>Die Ausgabe von %1 enthielt in Schritt %2 inf oder NaN, ihre Eingaben waren endlich: Dort entstand das erste.</translation>
    </message>
    <message>
        <source>Whether the batch brought it: look at the samples of that step (torch.isfinite(inputs).all() says whether they held inf or NaN).</source>
        <translation>Ob der Batch es mitbrachte: Sieh die Beispiele dieses Schritts an (torch.isfinite(inputs).all() sagt, ob sie inf oder NaN enthielten).</translation>
    </message>
    <message>
        <source>a name for each of its lanes</source>
        <translation>einen Namen für jede seiner Bahnen</translation>
    </message>
    <message>
        <source>a race has no name of its own</source>
        <translation>ein Rennen hat keinen eigenen Namen</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>at most as many; 0: all</source>
        <translation>höchstens so viele; 0: alle</translation>
    </message>
    <message>
        <source>on %1 test images</source>
        <translation>auf %1 Testbildern</translation>
    </message>
    <message>
        <source>on %1 test rows</source>
        <translation>auf %1 Testzeilen</translation>
    </message>
    <message>
        <source>on %1 test sequences</source>
        <translation>auf %1 Testsequenzen</translation>
    </message>
    <message>
        <source>test examples</source>
        <translation>Testbeispiele</translation>
    </message>
    <message>
        <source>test_examples</source>
        <translation>Testbeispiele</translation>
    </message>
    <message>
        <source>the test set has %1 examples</source>
        <translation>die Testmenge hat %1 Beispiele</translation>
    </message>
</context>
<context>
    <name>FormatFacts</name>
    <message>
        <source>exponent all ones, fraction not zero: not a number</source>
        <translation>Exponent nur Einsen, Mantisse nicht null: keine Zahl</translation>
    </message>
    <message>
        <source>(−1)^%1 × infinity: exponent all ones, fraction zero</source>
        <translation>(−1)^%1 × unendlich: Exponent nur Einsen, Mantisse null</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>smallest normal</source>
        <translation>kleinste normale</translation>
    </message>
    <message>
        <source>smallest subnormal</source>
        <translation>kleinste subnormale</translation>
    </message>
    <message>
        <source>1 + ulp</source>
        <translation>1 + ulp</translation>
    </message>
</context>
<context>
    <name>FormatGrid</name>
    <message>
        <source>With 10 fraction bits not even 8 exponent bits come near the best cell.</source>
        <translation>Mit 10 Mantissenbits kommen nicht einmal 8 Exponentbits an die beste Zelle heran.</translation>
    </message>
    <message>
        <source>With 10 fraction bits, %1 exponent bits are enough (%2).</source>
        <translation>Mit 10 Mantissenbits genügen %1 Exponentbits (%2).</translation>
    </message>
    <message>
        <source>With 8 exponent bits it takes more than 10 fraction bits.</source>
        <translation>Mit 8 Exponentbits braucht es mehr als 10 Mantissenbits.</translation>
    </message>
    <message>
        <source>With 8 exponent bits, %1 fraction bits are enough (%2).</source>
        <translation>Mit 8 Exponentbits genügen %1 Mantissenbits (%2).</translation>
    </message>
    <message>
        <source>This network needs range and precision: neither FP16 nor BF16 has enough of both.</source>
        <translation>Dieses Netz braucht Wertebereich und Präzision: Weder FP16 noch BF16 hat von beidem genug.</translation>
    </message>
    <message>
        <source>This network needs range: BF16 rather than FP16.</source>
        <translation>Dieses Netz braucht Wertebereich: eher BF16 als FP16.</translation>
    </message>
    <message>
        <source>This network needs precision: FP16 rather than BF16.</source>
        <translation>Dieses Netz braucht Präzision: eher FP16 als BF16.</translation>
    </message>
    <message>
        <source>FP16 and BF16 both have enough of each for this network.</source>
        <translation>FP16 und BF16 haben für dieses Netz beide von beidem genug.</translation>
    </message>
    <message>
        <source>Operands in eight or fewer bits are enough by no recipe.</source>
        <translation>Operanden in acht oder weniger Bit genügen nach keinem Rezept.</translation>
    </message>
    <message>
        <source>Of operands in eight or fewer bits are enough: %1. Not enough: %2.</source>
        <translation>Von Operanden in acht oder weniger Bit genügen: %1. Nicht: %2.</translation>
    </message>
    <message>
        <source>No cell reaches %1 in so few steps: give each run more steps.</source>
        <translation>Keine Zelle erreicht %1 in so wenigen Schritten: Geben Sie jedem Lauf mehr Schritte.</translation>
    </message>
    <message>
        <source>Operands in eight or fewer bits are enough, so meant, by every recipe.</source>
        <translation>Operanden in acht oder weniger Bit genügen, so gemeint, nach jedem Rezept.</translation>
    </message>
    <message>
        <source>Enough is %1 or more, close to the best cell; each cell is one run.</source>
        <translation>Genug sind mindestens %1, nahe der besten Zelle; jede Zelle ist ein Lauf.</translation>
    </message>
    <message>
        <source>Enough is %1 or more, 85 % of the way from guessing to the best cell: a smaller loss of accuracy is not told here, each cell is one run.</source>
        <translation>Genug sind mindestens %1, 85 % des Weges vom Raten zur besten Zelle: Ein kleinerer Verlust an Genauigkeit zeigt sich hier nicht, jede Zelle ist ein Lauf.</translation>
    </message>
</context>
<context>
    <name>FormatText</name>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>%1, signal to noise %2</source>
        <translation>%1, Signal-Rausch-Abstand %2</translation>
    </message>
</context>
<context>
    <name>Glossary</name>
    <message>
        <source>accumulate</source>
        <translation>akkumulieren</translation>
    </message>
    <message>
        <source>To add up products, usually in FP32 even where the factors have 16 bits.</source>
        <translation>Produkte aufsummieren, meist in FP32, auch wenn die Faktoren 16&#xa0;Bit haben.</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>What a layer computes from its input in the forward pass.</source>
        <translation>Was eine Schicht im Vorwärtsdurchlauf aus ihrer Eingabe berechnet.</translation>
    </message>
    <message>
        <source>BF16</source>
        <translation>BF16</translation>
    </message>
    <message>
        <source>bfloat16: 16 bits with the range of FP32 and 7 fraction bits.</source>
        <translation>bfloat16: 16&#xa0;Bit mit dem Wertebereich von FP32 und 7 Mantissenbits.</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>Umwandlung</translation>
    </message>
    <message>
        <source>Rounding a number to another format.</source>
        <translation>Das Runden einer Zahl auf ein anderes Format.</translation>
    </message>
    <message>
        <source>control</source>
        <translation>Kontrolle</translation>
    </message>
    <message>
        <source>A run whose initial weights each differ by one ulp from the baseline&apos;s: how far the two drift apart is noise.</source>
        <translation>Ein Lauf, dessen Anfangsgewichte jeweils um ein ulp von denen des Vergleichslaufs abweichen: Wie weit beide auseinanderlaufen, ist Rauschen.</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Whether two gradients point the same way: 1 the same, 0 unrelated, −1 opposite.</source>
        <translation>Ob zwei Gradienten in dieselbe Richtung zeigen: 1 dieselbe, 0 keine gemeinsame, −1 die entgegengesetzte.</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>beeinträchtigt</translation>
    </message>
    <message>
        <source>A layer is degraded if its gradient has lost norm or changed direction against FP32; otherwise it is healthy.</source>
        <translation>Eine Schicht ist beeinträchtigt, wenn ihr Gradient gegenüber FP32 Norm verloren hat oder in eine andere Richtung zeigt; sonst ist sie gesund.</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>A run has diverged if its loss differs from the baseline&apos;s by more than the noise.</source>
        <translation>Ein Lauf ist divergiert, wenn sein Verlust um mehr als das Rauschen von dem des Vergleichslaufs abweicht.</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>Computed in FP32 and rounded exactly as the format rounds; it says nothing about the format&apos;s speed.</source>
        <translation>In FP32 gerechnet und genau so gerundet, wie das Format rundet; über die Geschwindigkeit des Formats sagt das nichts.</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>The bits that say between which two powers of two a number lies: the range.</source>
        <translation>Die Bits, die sagen, zwischen welchen beiden Zweierpotenzen eine Zahl liegt: der Wertebereich.</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>zu null gerundet</translation>
    </message>
    <message>
        <source>Nonzero before the cast, zero after it: this cast underflows.</source>
        <translation>Vor der Umwandlung von null verschieden, danach null: Diese Umwandlung läuft unter.</translation>
    </message>
    <message>
        <source>FP16</source>
        <translation>FP16</translation>
    </message>
    <message>
        <source>IEEE half precision: 5 exponent bits, 10 fraction bits, largest number 65504.</source>
        <translation>Halbe Genauigkeit nach IEEE 754: 5 Exponentbits, 10 Mantissenbits, größte Zahl 65504.</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>IEEE single precision: 8 exponent bits, 23 fraction bits.</source>
        <translation>Einfache Genauigkeit nach IEEE 754: 8 Exponentbits, 23 Mantissenbits.</translation>
    </message>
    <message>
        <source>fraction</source>
        <translation>Mantisse</translation>
    </message>
    <message>
        <source>The bits that say where between two powers of two a number lies: the precision.</source>
        <translation>Die Bits, die sagen, wo zwischen zwei Zweierpotenzen eine Zahl liegt: die Präzision.</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>Geist</translation>
    </message>
    <message>
        <source>A copy of a run that continues beside it with the settings from before a change.</source>
        <translation>Eine Kopie eines Laufs, die neben ihm mit den Einstellungen von vor einer Änderung weiterläuft.</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>How much the loss would change if a number changed a little.</source>
        <translation>Wie stark sich der Verlust ändern würde, wenn sich eine Zahl ein wenig änderte.</translation>
    </message>
    <message>
        <source>gradient norm kept</source>
        <translation>erhaltene Gradientennorm</translation>
    </message>
    <message>
        <source>The share of a gradient&apos;s FP32 norm that is still there after rounding.</source>
        <translation>Der Anteil der FP32-Norm eines Gradienten, der nach dem Runden noch da ist.</translation>
    </message>
    <message>
        <source>growth interval</source>
        <translation>Wachstumsintervall</translation>
    </message>
    <message>
        <source>Steps without inf or NaN after which a dynamic loss scale doubles.</source>
        <translation>Schritte ohne inf oder NaN, nach denen sich ein dynamischer Skalierungsfaktor verdoppelt.</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>How many times the largest gradient can still double before it overflows, in bits.</source>
        <translation>Wie oft sich der größte Gradient noch verdoppeln kann, bevor er überläuft, in Bit.</translation>
    </message>
    <message>
        <source>loss scaling</source>
        <translation>Verlustskalierung</translation>
    </message>
    <message>
        <source>Multiplying the loss, and with it every gradient, by a factor, so that small gradients stay in range. The update divides by it again.</source>
        <translation>Den Verlust und damit jeden Gradienten mit einem Faktor multiplizieren, damit kleine Gradienten im Wertebereich bleiben. Das Update teilt wieder durch ihn.</translation>
    </message>
    <message>
        <source>lost update</source>
        <translation>verlorenes Update</translation>
    </message>
    <message>
        <source>A nonzero update that leaves the stored weight unchanged.</source>
        <translation>Ein von null verschiedenes Update, das das gespeicherte Gewicht nicht ändert.</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>Mastergewichte</translation>
    </message>
    <message>
        <source>An FP32 copy of the weights that the optimizer updates; products use a 16-bit copy of it.</source>
        <translation>Eine FP32-Kopie der Gewichte, die der Optimierer aktualisiert; Produkte verwenden eine 16-Bit-Kopie davon.</translation>
    </message>
    <message>
        <source>native</source>
        <translation>nativ</translation>
    </message>
    <message>
        <source>Computed by units of the processor or card that support the format.</source>
        <translation>Von Rechenwerken des Prozessors oder der Karte gerechnet, die das Format unterstützen.</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Length of a tensor: the square root of the sum of its squares (L2).</source>
        <translation>Länge eines Tensors: die Wurzel aus der Summe seiner Quadrate (L2).</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>Finite before the cast, infinite after it.</source>
        <translation>Vor der Umwandlung endlich, danach unendlich.</translation>
    </message>
    <message>
        <source>race</source>
        <translation>Rennen</translation>
    </message>
    <message>
        <source>Up to four runs from the same weights on the same batches, trained together step by step.</source>
        <translation>Bis zu vier Läufe mit denselben Anfangsgewichten und Batches, gemeinsam Schritt für Schritt trainiert.</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>One training from its start to its end.</source>
        <translation>Ein Training von seinem Anfang bis zu seinem Ende.</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Everything that determines a run: network, training, precision, loss scaling.</source>
        <translation>Alles, was einen Lauf bestimmt: Netz, Training, Präzision, Verlustskalierung.</translation>
    </message>
    <message>
        <source>signal to noise</source>
        <translation>Signal-Rausch-Abstand</translation>
    </message>
    <message>
        <source>Norm of FP32&apos;s gradient over the norm of the difference to it, in decibels.</source>
        <translation>Norm des Gradienten in FP32, geteilt durch die Norm der Differenz zu ihm, in Dezibel.</translation>
    </message>
    <message>
        <source>skipped step</source>
        <translation>übersprungener Schritt</translation>
    </message>
    <message>
        <source>A step without an update, because a gradient was inf or NaN.</source>
        <translation>Ein Schritt ohne Update, weil ein Gradient inf oder NaN war.</translation>
    </message>
    <message>
        <source>starved</source>
        <translation>ausgehungert</translation>
    </message>
    <message>
        <source>Zero here but not in FP32, wherever it was lost: flushed here, or upstream underflow in a later layer.</source>
        <translation>Hier null, in FP32 aber nicht, wo auch immer verloren: hier zu null gerundet oder durch vorgelagerten Unterlauf in einer späteren Schicht.</translation>
    </message>
    <message>
        <source>stochastic rounding</source>
        <translation>Stochastisches Runden</translation>
    </message>
    <message>
        <source>Rounding up or down at random, so that the result is right on average.</source>
        <translation>Zufälliges Auf- oder Abrunden, sodass das Ergebnis im Mittel richtig ist.</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>Below the smallest normal number: kept, but with fewer digits.</source>
        <translation>Unter der kleinsten normalen Zahl: bleibt erhalten, aber mit weniger Stellen.</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>TensorFloat-32: FP32 in which the factors of products are rounded to 10 fraction bits.</source>
        <translation>TensorFloat-32: FP32, in dem die Faktoren von Produkten auf 10 Mantissenbits gerundet werden.</translation>
    </message>
    <message>
        <source>ulp</source>
        <translation>ulp</translation>
    </message>
    <message>
        <source>Unit in the last place: the distance from a number to the next one of its format.</source>
        <translation>Einheit der letzten Stelle: der Abstand einer Zahl zur nächsten ihres Formats.</translation>
    </message>
    <message>
        <source>underflow</source>
        <translation>Unterlauf</translation>
    </message>
    <message>
        <source>A number too small for its format becomes zero.</source>
        <translation>Eine Zahl, die für ihr Format zu klein ist, wird null.</translation>
    </message>
    <message>
        <source>upstream underflow</source>
        <translation>vorgelagerter Unterlauf</translation>
    </message>
    <message>
        <source>The incoming gradient is already zero, because a later layer&apos;s cast flushed it. This layer&apos;s own cast loses nothing.</source>
        <translation>Der ankommende Gradient ist bereits null, weil ihn die Umwandlung einer späteren Schicht zu null gerundet hat. Die eigene Umwandlung dieser Schicht verliert nichts.</translation>
    </message>
    <message>
        <source>zero before the cast</source>
        <translation>vor der Umwandlung null</translation>
    </message>
    <message>
        <source>Exactly zero before any rounding: dead pixels, dead units, or lost in a later layer.</source>
        <translation>Exakt null vor jeder Rundung: tote Pixel, tote Neuronen oder in einer späteren Schicht verloren.</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>Find a term</source>
        <translation>Begriff suchen</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Seen on the page</source>
        <translation>Zu sehen auf der Seite</translation>
    </message>
    <message>
        <source>Show the page</source>
        <translation>Seite zeigen</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Vergleichslauf</translation>
    </message>
    <message>
        <source>The run of a comparison that the others are measured against.</source>
        <translation>Der Lauf eines Vergleichs, an dem die anderen gemessen werden.</translation>
    </message>
    <message>
        <source>E4M3, E5M2</source>
        <translation>E4M3, E5M2</translation>
    </message>
    <message>
        <source>Formats of 8 bits: 4 or 5 exponent bits, 3 or 2 fraction bits.</source>
        <translation>Formate mit 8 Bit: 4 oder 5 Exponentbits, 3 oder 2 Mantissenbits.</translation>
    </message>
    <message>
        <source>nat</source>
        <translation>Nat</translation>
    </message>
    <message>
        <source>The unit of the cross-entropy loss: guessing among ten classes costs 2.3 nats.</source>
        <translation>Die Einheit des Kreuzentropie-Verlusts: Raten unter zehn Klassen kostet 2.3 Nat.</translation>
    </message>
    <message>
        <source>PSNR</source>
        <translation>PSNR</translation>
    </message>
    <message>
        <source>Peak signal-to-noise ratio in decibels: how close an image is to the one it should be.</source>
        <translation>Spitzen-Signal-Rausch-Verhältnis in Dezibel: wie nahe ein Bild dem ist, das es sein soll.</translation>
    </message>
    <message>
        <source>shadow</source>
        <translation>Schatten</translation>
    </message>
    <message>
        <source>A second pass of the same batch and weights in FP32, to measure what the format did.</source>
        <translation>Ein zweiter Durchgang desselben Batches mit denselben Gewichten in FP32, um zu messen, was das Format getan hat.</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>One of the processes that train together on parts of the batch, usually each with a card of its own; their gradients are averaged.</source>
        <translation>Einer der Prozesse, die gemeinsam auf Teilen des Batches trainieren, meist jeder mit eigener Karte; ihre Gradienten werden gemittelt.</translation>
    </message>
    <message>
        <source>recursive doubling</source>
        <translation>rekursive Verdopplung</translation>
    </message>
    <message>
        <source>An order of a sum over ranks: pairs of neighbours, then pairs of pairs, so that N ranks take log₂ N additions.</source>
        <translation>Eine Reihenfolge der Summe über Ranks: Paare von Nachbarn, dann Paare von Paaren, sodass N Ranks log₂ N Additionen brauchen.</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>An order of a sum over ranks: one rank after the other adds its own, N − 1 additions for N ranks.</source>
        <translation>Eine Reihenfolge der Summe über Ranks: ein Rank nach dem anderen addiert das Seine, N − 1 Additionen bei N Ranks.</translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>The pages in their order</source>
        <translation>Die Seiten der Reihe nach</translation>
    </message>
    <message>
        <source>← → · Enter · Esc</source>
        <translation>← → · Eingabe · Esc</translation>
    </message>
    <message>
        <source>Underflow: drag the cloud · set that loss scale · put it back</source>
        <translation>Unterlauf: Wolke ziehen · diesen Skalierungsfaktor setzen · zurücklegen</translation>
    </message>
    <message>
        <source>Alt+1, 2, 3</source>
        <translation>Alt+1, 2, 3</translation>
    </message>
    <message>
        <source>Show or hide Setup, Runs and the timeline</source>
        <translation>Aufbau, Läufe und Zeitleiste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>← → · Ctrl+← →</source>
        <translation>← → · Strg+← →</translation>
    </message>
    <message>
        <source>Timeline: another step · another bookmark; End follows training again</source>
        <translation>Zeitleiste: anderer Schritt · andere Marke; Ende folgt wieder dem Training</translation>
    </message>
    <message>
        <source>Enter · H · F2 · Del</source>
        <translation>Eingabe · H · F2 · Entf</translation>
    </message>
    <message>
        <source>Runs: open, show or hide, rename, delete</source>
        <translation>Läufe: öffnen, ein- oder ausblenden, umbenennen, löschen</translation>
    </message>
    <message>
        <source>Worker log</source>
        <translation>Protokoll des Rechenprozesses</translation>
    </message>
    <message>
        <source>The worker has written nothing.</source>
        <translation>Der Rechenprozess hat nichts geschrieben.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>About Mantissa</source>
        <translation>Über Mantissa</translation>
    </message>
    <message>
        <source>Mantissa&apos;s icon: the sixteen bits of FP16</source>
        <translation>Das Symbol von Mantissa: die sechzehn Bits von FP16</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>läuft nicht</translation>
    </message>
    <message>
        <source>A desktop laboratory for floating-point precision in training.

Version %1 (%2), worker %3
Qt %4

The window (mantissa) is free software under the GNU General Public License, version 3 or later, because it uses QtCharts. The engine (mantissa-worker) is under the Apache License 2.0. MNIST was made by Yann LeCun, Corinna Cortes and Christopher Burges.</source>
        <translation>Ein Labor für Gleitkommapräzision beim Training.

Version %1 (%2), Rechenprozess %3
Qt %4

Das Fenster (mantissa) ist freie Software unter der GNU General Public License, Version 3 oder später, weil es QtCharts verwendet. Der Rechenprozess (mantissa-worker) steht unter der Apache License 2.0. MNIST stammt von Yann LeCun, Corinna Cortes und Christopher Burges.</translation>
    </message>
    <message>
        <source>↑ ↓ · Enter · + − · 0</source>
        <translation>↑ ↓ · Eingabe · + − · 0</translation>
    </message>
    <message>
        <source>Network: another box · unfold or open it · larger, smaller · all of it</source>
        <translation>Netz: anderer Kasten · aufklappen oder öffnen · größer, kleiner · ganz</translation>
    </message>
    <message>
        <source>Ctrl+1 to 9, Ctrl+Shift+1 to 3</source>
        <translation>Strg+1 bis 9, Strg+Umschalt+1 bis 3</translation>
    </message>
</context>
<context>
    <name>LiveLines</name>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Show or hide %1</source>
        <translation>%1 ein- oder ausblenden</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Design</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>Te&amp;xtgröße</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Pa&amp;ge</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <source>E&amp;xport the network…</source>
        <translation>Netz ex&amp;portieren…</translation>
    </message>
    <message>
        <source>The network of the run that the pages show: weights, an ONNX model or a PyTorch module</source>
        <translation>Das Netz des Laufs, den die Seiten zeigen: Gewichte, ein ONNX-Modell oder ein PyTorch-Modul</translation>
    </message>
</context>
<context>
    <name>MetricWords</name>
    <message>
        <source>Accuracy (%)</source>
        <translation>Genauigkeit (%)</translation>
    </message>
    <message>
        <source>Pixel accuracy (%)</source>
        <translation>Pixelgenauigkeit (%)</translation>
    </message>
    <message>
        <source>PSNR (dB)</source>
        <translation>PSNR (dB)</translation>
    </message>
    <message>
        <source>Test accuracy (%)</source>
        <translation>Testgenauigkeit (%)</translation>
    </message>
    <message>
        <source>Test pixel accuracy (%)</source>
        <translation>Pixelgenauigkeit im Test (%)</translation>
    </message>
    <message>
        <source>Test PSNR (dB)</source>
        <translation>PSNR im Test (dB)</translation>
    </message>
    <message>
        <source>PSNR − baseline (dB)</source>
        <translation>PSNR − Vergleichslauf (dB)</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>test pixel accuracy</source>
        <translation>Pixelgenauigkeit im Test</translation>
    </message>
    <message>
        <source>test PSNR</source>
        <translation>PSNR im Test</translation>
    </message>
    <message>
        <source>Tokens right (%)</source>
        <translation>Richtige Token (%)</translation>
    </message>
    <message>
        <source>Test tokens right (%)</source>
        <translation>Richtige Token im Test (%)</translation>
    </message>
    <message>
        <source>test tokens right</source>
        <translation>richtige Token im Test</translation>
    </message>
    <message>
        <source>test R²</source>
        <translation>R² im Test</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigk.</translation>
    </message>
    <message>
        <source>Pixel accuracy</source>
        <translation>Pixelgenauigk.</translation>
    </message>
    <message>
        <source>PSNR</source>
        <translation>PSNR</translation>
    </message>
    <message>
        <source>Tokens right</source>
        <translation>Richtige Token</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Rows/s</source>
        <translation>Zeilen/s</translation>
    </message>
    <message>
        <source>Sequences/s</source>
        <translation>Sequenzen/s</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>Accuracy − baseline (% points)</source>
        <translation>Genauigkeit − Vergleichslauf (%-Punkte)</translation>
    </message>
    <message>
        <source>Pixel accuracy − baseline (% points)</source>
        <translation>Pixelgenauigkeit − Vergleichslauf (%-Punkte)</translation>
    </message>
    <message>
        <source>Tokens right − baseline (% points)</source>
        <translation>Richtige Token − Vergleichslauf (%-Punkte)</translation>
    </message>
    <message>
        <source>Test R²</source>
        <translation>Test R²</translation>
    </message>
    <message>
        <source>R² − baseline</source>
        <translation>R² − Vergleichslauf</translation>
    </message>
</context>
<context>
    <name>PhraseWords</name>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
</context>
<context>
    <name>Precision</name>
    <message>
        <source>TF32 for convolutions, FP32 for matrix products: PyTorch&apos;s default on a card</source>
        <translation>TF32 für Faltungen, FP32 für Matrixprodukte: die Vorgabe von PyTorch auf einer Karte</translation>
    </message>
    <message>
        <source>%1 exponent bits, %2 fraction bits. Normal numbers from %3 to %4; zero at or below %5.</source>
        <translation>%1 Exponentbits, %2 Mantissenbits. Normale Zahlen von %3 bis %4; was nicht größer ist als %5, wird null.</translation>
    </message>
    <message>
        <source>Requested %1 → runs %2, natively.</source>
        <translation>Verlangt %1 → rechnet %2, nativ.</translation>
    </message>
    <message>
        <source>Requested %1 → runs %2, emulated exactly (stored as FP32).</source>
        <translation>Verlangt %1 → rechnet %2, exakt emuliert (als FP32 gespeichert).</translation>
    </message>
    <message>
        <source>Requested %1 → runs %2, emulated exactly.</source>
        <translation>Verlangt %1 → rechnet %2, exakt emuliert.</translation>
    </message>
    <message>
        <source>native</source>
        <translation>nativ</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>%1 (emulated)</source>
        <translation>%1 (emuliert)</translation>
    </message>
    <message>
        <source>%1 (native)</source>
        <translation>%1 (nativ)</translation>
    </message>
    <message>
        <source>TF32 conv, FP32 matmul</source>
        <translation>TF32-Faltung, FP32-Matmul</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Small gradients disappear</source>
        <translation>Kleine Gradienten verschwinden</translation>
    </message>
    <message>
        <source>Six sigmoid layers shrink the gradient on its way to the input until FP16 rounds it to zero: without loss scaling the network does not learn and always answers 1 (11.35 % of the test images; with 49 of 50 seeds tried). With dynamic loss scaling it learns as in FP32. The failure is constructed: the depth and the sigmoid were chosen for it. The growth interval is 50 because a run of 940 steps would never reach PyTorch&apos;s default of 2000.</source>
        <translation>Sechs Sigmoid-Schichten verkleinern den Gradienten auf dem Weg zum Eingang, bis FP16 ihn zu null rundet: Ohne Verlustskalierung lernt das Netz nicht und antwortet immer 1 (11.35&#xa0;% der Testbilder; so mit 49 von 50 Startwerten). Mit dynamischer Verlustskalierung lernt es wie in FP32. Das Scheitern ist konstruiert: Tiefe und Sigmoid wurden dafür gewählt. Das Wachstumsintervall ist 50, weil ein Lauf von 940 Schritten die 2000 von PyTorch nie erreichen würde.</translation>
    </message>
    <message>
        <source>The update that changes nothing</source>
        <translation>Das Update, das nichts ändert</translation>
    </message>
    <message>
        <source>Without FP32 master weights the weights themselves are BF16, and most updates are smaller than half the distance to the next BF16 number: they are rounded away, although no gradient underflows. With FP32 master weights nothing is lost. Plain SGD with a small learning rate was chosen to show it.</source>
        <translation>Ohne Mastergewichte in FP32 sind die Gewichte selbst BF16, und die meisten Updates sind kleiner als der halbe Abstand zur nächsten Zahl in BF16: Sie werden weggerundet, obwohl kein Gradient unterläuft. Mit Mastergewichten geht nichts verloren. Einfaches SGD mit kleiner Lernrate wurde gewählt, um es zu zeigen.</translation>
    </message>
    <message>
        <source>Too large for FP16</source>
        <translation>Zu groß für FP16</translation>
    </message>
    <message>
        <source>Initial weights sixteen times their usual size push activations beyond 65504 in the forward pass. FP16 has no number for them, and no loss scale can cure an infinity that arises before the loss is scaled: every step is skipped. BF16 has the range and learns. The failure is constructed by the initial weights.</source>
        <translation>Anfangsgewichte vom Sechzehnfachen der üblichen Größe treiben Aktivierungen im Vorwärtsdurchlauf über 65504. FP16 hat keine Zahl dafür, und kein Skalierungsfaktor hilft gegen ein Unendlich, das vor der Skalierung des Verlusts entsteht: Jeder Schritt wird übersprungen. BF16 hat den Wertebereich und lernt. Das Scheitern ist durch die Anfangsgewichte konstruiert.</translation>
    </message>
    <message>
        <source>Sums in sixteen bits</source>
        <translation>Summen in sechzehn Bit</translation>
    </message>
    <message>
        <source>The softmax is computed in 16 bits and without subtracting the largest logit first. As soon as a logit passes 11.09, its exponential exceeds 65504 and is infinite in FP16, and infinity divided by infinity is NaN. BF16 has the range, so nothing overflows. Frameworks compute this reduction in FP32 for this reason; the failure is constructed by not doing so.</source>
        <translation>Die Softmax wird in 16&#xa0;Bit berechnet, ohne vorher das größte Logit abzuziehen. Sobald ein Logit 11.09 überschreitet, übersteigt sein Exponentialwert 65504 und ist in FP16 unendlich, und unendlich durch unendlich ist NaN. BF16 hat den Wertebereich, also läuft nichts über. Frameworks berechnen diese Reduktion deshalb in FP32; das Scheitern ist konstruiert, indem das hier unterbleibt.</translation>
    </message>
    <message>
        <source>Two convolutions with 32 and 64 channels, the usual first network for MNIST. It reaches about 98.8 % in every precision: 16 bits cost nothing here.</source>
        <translation>Zwei Faltungen mit 32 und 64 Kanälen, das übliche erste Netz für MNIST. Es erreicht etwa 98.8&#xa0;% in jeder Präzision: 16&#xa0;Bit kosten hier nichts.</translation>
    </message>
    <message>
        <source>The wide network of the tutorial</source>
        <translation>Das breite Netz des Tutorials</translation>
    </message>
    <message>
        <source>Convolutions with 420 and 1000 channels, wide enough to keep a graphics card busy: in the 1.2 GiB that FP32 needs for batch 590, FP16 stored as 16 bits fits about 1,130. On a processor it takes hours; lower c1 and c2 (32 and 64, say) to try it there.</source>
        <translation>Faltungen mit 420 und 1000 Kanälen, breit genug, um eine Grafikkarte zu beschäftigen: In die 1.2&#xa0;GiB, die FP32 für Batch 590 braucht, passen in FP16, in 16&#xa0;Bit gespeichert, etwa 1130 Bilder. Auf einem Prozessor dauert es Stunden; zum Ausprobieren dort „Kanäle 1“ und „Kanäle 2“ verringern (etwa 32 und 64).</translation>
    </message>
    <message>
        <source>A small Transformer</source>
        <translation>Ein kleiner Transformer</translation>
    </message>
    <message>
        <source>Sixteen patches of the image and a class token pass two blocks of attention and GELU. Products run in the chosen format; norms, softmax and the residual stream stay FP32, as PyTorch&apos;s autocast has it, and every format learns.</source>
        <translation>Sechzehn Ausschnitte des Bildes und ein Klassentoken durchlaufen zwei Blöcke aus Attention und GELU. Produkte rechnen im gewählten Format; Normalisierungen, Softmax und der Residualstrom bleiben FP32, wie bei PyTorchs Autocast, und jedes Format lernt.</translation>
    </message>
    <message>
        <source>Attention scores beyond 65504</source>
        <translation>Attention-Scores jenseits von 65504</translation>
    </message>
    <message>
        <source>The biases of queries and keys start at 68 and the scores are not scaled, so that every product of a query and a key holds an offset near 74,000. Softmax ignores it, FP16 cannot hold it: NaN from the first step on, whatever the loss scale. BF16 has the range and learns. The failure is constructed by the initial biases.</source>
        <translation>Die Biases von Queries und Keys beginnen bei 68 und die Scores werden nicht skaliert, sodass jedes Produkt aus Query und Key einen Versatz um 74&#x202f;000 enthält. Softmax übergeht ihn, FP16 kann ihn nicht darstellen: NaN vom ersten Schritt an, bei jedem Skalierungsfaktor. BF16 hat den Wertebereich und lernt. Das Scheitern ist durch die Anfangs-Biases konstruiert.</translation>
    </message>
    <message>
        <source>Squares too large for 16 bits</source>
        <translation>Zu große Quadrate für 16 Bit</translation>
    </message>
    <message>
        <source>The embedding starts at 300 times its usual size, and LayerNorm keeps mean, squares and their sum in 16 bits. In FP16 the squares overflow, the reciprocal of the root of infinity is 0, and every block falls silent: no NaN anywhere, no step skipped, and hardly anything learned. BF16 has the range and learns. The failure is constructed by the initial weights.</source>
        <translation>Das Embedding beginnt mit dem 300-Fachen seiner üblichen Größe, und LayerNorm hält Mittelwert, Quadrate und ihre Summe in 16 Bit. In FP16 laufen die Quadrate über, der Kehrwert der Wurzel aus unendlich ist 0, und jeder Block verstummt: nirgends NaN, kein Schritt ausgelassen, und kaum etwas gelernt. BF16 hat den Wertebereich und lernt. Das Scheitern ist durch die Anfangsgewichte konstruiert.</translation>
    </message>
    <message>
        <source>A small residual network</source>
        <translation>Ein kleines residuales Netz</translation>
    </message>
    <message>
        <source>Three residual blocks with BatchNorm. Convolutions and BatchNorm&apos;s results are in the chosen format, its statistics in FP32, as PyTorch&apos;s autocast has it, and every format learns.</source>
        <translation>Drei Residualblöcke mit BatchNorm. Faltungen und Ergebnisse von BatchNorm sind im gewählten Format, dessen Statistik in FP32, wie bei PyTorchs Autocast, und jedes Format lernt.</translation>
    </message>
    <message>
        <source>Learns in any precision</source>
        <translation>Lernt in jeder Präzision</translation>
    </message>
    <message>
        <source>Weights in phase-change memory</source>
        <translation>Gewichte im Phasenwechselspeicher</translation>
    </message>
    <message>
        <source>Each weight is the difference of two devices that only change by noisy pulses. Updates are far smaller than a pulse: they are summed in FP32 until they are worth one, as FP32 master weights gather what 16 bits would lose. The network, its model of the devices and its batch of one image are those of Nandakumar et al., Front. Neurosci. 14:406 (2020), which reached 97.73 %.</source>
        <translation>Jedes Gewicht ist die Differenz zweier Bauelemente, die sich nur durch verrauschte Pulse ändern. Updates sind weit kleiner als ein Puls: Sie werden in FP32 summiert, bis sie einen wert sind, so wie FP32-Mastergewichte sammeln, was 16 Bit verlieren würden. Das Netz, das Modell der Bauelemente und das einzelne Bild je Schritt sind die von Nandakumar et al., Front. Neurosci. 14:406 (2020), die 97.73 % erreichten.</translation>
    </message>
    <message>
        <source>Updates too small for a pulse</source>
        <translation>Updates, die für einen Puls zu klein sind</translation>
    </message>
    <message>
        <source>The same network without the sum of its updates. No update is as large as a pulse, so no pulse ever happens and nothing is learned: the lost update of 16-bit weights once more, with a step a hundred times as coarse. The failure is constructed by leaving the sum out.</source>
        <translation>Dasselbe Netz ohne die Summe seiner Updates. Kein Update ist so groß wie ein Puls, also geschieht nie einer, und nichts wird gelernt: noch einmal das verlorene Update der 16-Bit-Gewichte, mit einem hundertmal so groben Schritt. Das Scheitern ist konstruiert, indem die Summe wegbleibt.</translation>
    </message>
    <message>
        <source>A small U-Net</source>
        <translation>Ein kleines U-Net</translation>
    </message>
    <message>
        <source>Classifies every pixel: background, or the digit where a pixel is above half. Two levels, BatchNorm, transposed convolutions; 87 % of the pixels are background, so what counts is the rest. Its loss is a mean over 784 pixels an image, so that the gradient of each is small, and FP16 has a loss scale here.</source>
        <translation>Ordnet jedes Pixel zu: Hintergrund, oder die Ziffer, wo ein Pixel über der Hälfte liegt. Zwei Ebenen, BatchNorm, transponierte Faltungen; 87 % der Pixel sind Hintergrund, es zählt also der Rest. Der Verlust ist ein Mittel über 784 Pixel je Bild, der Gradient eines jeden ist darum klein, und FP16 hat hier eine Verlustskalierung.</translation>
    </message>
    <message>
        <source>A network and its optimizer in FP16 alone</source>
        <translation>Ein Netz und sein Optimierer nur in FP16</translation>
    </message>
    <message>
        <source>model.half(): weights, moments and every intermediate of Adam are FP16. Adam&apos;s epsilon of 1e-8 becomes 0, and weights of the 67 pixels that are black in every image have gradients of exactly 0: 0 divided by 0 is NaN in the first step. An epsilon that FP16 holds (1e-4) is the cure.</source>
        <translation>model.half(): Gewichte, Momente und jedes Zwischenergebnis von Adam sind FP16. Adams Epsilon von 1e-8 wird zu 0, und die Gewichte der 67&#xa0;Pixel, die in jedem Bild schwarz sind, haben Gradienten von genau 0: 0 durch 0 ist NaN im ersten Schritt. Ein Epsilon, das FP16 darstellen kann (1e-4), ist die Abhilfe.</translation>
    </message>
    <message>
        <source>A network and its optimizer in BF16 alone</source>
        <translation>Ein Netz und sein Optimierer nur in BF16</translation>
    </message>
    <message>
        <source>model.bfloat16(): weights, moments and every intermediate of Adam are BF16. 0.999 times a BF16 number rounds to that number, since 0.001 of it is less than half a unit: the second moment never decays, only grows, and updates shrink as under a falling learning rate. Without master weights some 60 % of the updates change nothing. Here all that costs nothing: after three epochs 97.4 to 97.5 % (three seeds), in FP32 97.4 to 97.7 %.</source>
        <translation>model.bfloat16(): Gewichte, Momente und jedes Zwischenergebnis von Adam sind BF16. Das 0.999-Fache einer BF16-Zahl wird auf sie selbst gerundet, denn 0.001 von ihr ist weniger als eine halbe Einheit: Das zweite Moment nimmt nie ab, nur zu, und die Updates werden kleiner wie unter einer fallenden Lernrate. Ohne Mastergewichte ändern rund 60&#xa0;% der Updates nichts. Hier kostet all das nichts: nach drei Epochen 97.4 bis 97.5&#xa0;% (drei Startwerte), in FP32 97.4 bis 97.7&#xa0;%.</translation>
    </message>
    <message>
        <source>A small GPT that sorts</source>
        <translation>Ein kleines GPT, das sortiert</translation>
    </message>
    <message>
        <source>Texts of eight letters, a separator and the same letters in order, which the program makes; of each token in the second half the network gives the next letter and sees only what is before it. Guessing the most frequent letter of a place is right for 14.5 % of them; what is more needs attention.</source>
        <translation>Texte aus acht Buchstaben, einem Trenner und denselben Buchstaben der Reihe nach, die das Programm macht; zu jedem Token der zweiten Hälfte liefert das Netz den nächsten Buchstaben und sieht nur, was davor steht. Immer den häufigsten Buchstaben einer Stelle zu raten trifft 14.5 % von ihnen; was darüber liegt, braucht Attention.</translation>
    </message>
    <message>
        <source>A small BERT, trained on masked letters</source>
        <translation>Ein kleines BERT, an verdeckten Buchstaben trainiert</translation>
    </message>
    <message>
        <source>Texts of seven letters and the same letters again, copied, reversed or in order, which the program makes. Two letters of each are masked, and the network, which sees the whole text, gives them. With --export-weights its weights are where the preset bert-class begins.</source>
        <translation>Texte aus sieben Buchstaben und denselben Buchstaben noch einmal, kopiert, umgekehrt oder der Reihe nach, die das Programm macht. In jedem sind zwei Buchstaben verdeckt, und das Netz, das den ganzen Text sieht, liefert sie. Mit --export-weights sind seine Gewichte der Anfang der Voreinstellung bert-class.</translation>
    </message>
    <message>
        <source>BERT, fine-tuned on a class</source>
        <translation>BERT, auf eine Klasse feinabgestimmt</translation>
    </message>
    <message>
        <source>A small autoencoder</source>
        <translation>Ein kleiner Autoencoder</translation>
    </message>
    <message>
        <source>An image of 784 pixels passes 32 numbers and is made again of them. Its loss is a mean over 784 pixels, so the gradient of each is small; yet FP16 learns as FP32 does, with and without a loss scale.</source>
        <translation>Ein Bild aus 784 Pixeln geht durch 32 Zahlen und entsteht daraus neu. Sein Verlust ist ein Mittel über 784 Pixel, der Gradient eines jeden also klein; dennoch lernt FP16 wie FP32, mit und ohne Verlustskalierung.</translation>
    </message>
    <message>
        <source>A GPT whose attention passes 65504</source>
        <translation>Ein GPT, dessen Attention über 65504 hinausgeht</translation>
    </message>
    <message>
        <source>The GPT that sorts, but the biases of queries and keys begin at +68 and scores are not scaled before softmax: the product holds an offset that softmax ignores and that lies beyond FP16. FP32 and BF16 learn to sort; in FP16 every step is NaN, whatever the loss scale, and no token is right. The failure is constructed by the initial biases.</source>
        <translation>Das GPT, das sortiert, aber die Biases von Queries und Keys beginnen bei +68, und die Scores werden vor Softmax nicht skaliert: Das Produkt enthält einen Versatz, den Softmax nicht beachtet und der jenseits von FP16 liegt. FP32 und BF16 lernen zu sortieren; in FP16 ist jeder Schritt NaN, gleich welche Verlustskalierung, und kein Token ist richtig. Das Scheitern ist durch die anfänglichen Biases konstruiert.</translation>
    </message>
    <message>
        <source>The same texts: was the second half copied, reversed or put in order? The first token answers. Ordered texts are soon told from the others, at 66 %; when copied and reversed ones follow depends on the seed. With --init-weights FILE --init-partly it begins with the weights of the preset bert.</source>
        <translation>Dieselben Texte: Wurde die zweite Hälfte kopiert, umgekehrt oder geordnet? Das erste Token antwortet. Geordnete Texte sind bald von den anderen unterschieden, bei 66 %; wann kopierte und umgekehrte folgen, hängt vom Startwert ab. Mit --init-weights DATEI --init-partly beginnt es mit den Gewichten der Voreinstellung bert.</translation>
    </message>
    <message>
        <source>Too large for E4M3</source>
        <translation>Zu groß für E4M3</translation>
    </message>
    <message>
        <source>Initial weights eight times their usual size push activations beyond 448, the largest number of E4M3. Without a scale the cast makes NaN of them in the first step. E5M2, also without a scale, reaches 57344 and learns: 73 to 78 % after 200 steps (three seeds), as BF16 does (72 to 78 %). A scale of the tensor cures E4M3 as well (73 to 77 %). The failure is constructed by the initial weights.</source>
        <translation>Anfangsgewichte von der achtfachen üblichen Größe treiben Aktivierungen über 448 hinaus, die größte Zahl von E4M3. Ohne Skala macht die Umwandlung im ersten Schritt NaN daraus. E5M2, ebenfalls ohne Skala, reicht bis 57344 und lernt: 73 bis 78 % nach 200 Schritten (drei Startwerte), wie BF16 (72 bis 78 %). Eine Skala des Tensors heilt auch E4M3 (73 bis 77 %). Das Scheitern ist durch die Anfangsgewichte konstruiert.</translation>
    </message>
    <message>
        <source>A sum over 64 ranks passes 65504</source>
        <translation>Eine Summe über 64 Ranks übersteigt 65504</translation>
    </message>
    <message>
        <source>64 ranks sum their gradients in FP16 and divide the sum by 64. Under a static loss scale of 32768, at which no rank alone overflows, the sum passes 65504; nothing looks for infinities, as under the static scale of Apex amp, so one of them makes NaN of the weights: 9.8 % (five seeds). 32 ranks, whose sums are half as large, learn: 94.1 to 94.5 %; so do 64 that divide first, or sum in FP32. The failure is constructed by the scale.</source>
        <translation>64 Ranks summieren ihre Gradienten in FP16 und teilen die Summe durch 64. Unter einem statischen Skalierungsfaktor von 32768, bei dem kein Rank für sich überläuft, übersteigt die Summe 65504; nichts sucht nach Unendlich, wie unter dem statischen Faktor von Apex amp, also macht eines davon NaN aus den Gewichten: 9.8 % (fünf Startwerte). 32 Ranks, deren Summen halb so groß sind, lernen: 94.1 bis 94.5 %; ebenso 64, die zuerst teilen oder in FP32 summieren. Das Scheitern ist durch den Skalierungsfaktor konstruiert.</translation>
    </message>
    <message>
        <source>Gradients divided before they are summed</source>
        <translation>Gradienten, geteilt bevor sie summiert werden</translation>
    </message>
    <message>
        <source>BF16 needs no loss scale, so the gradients of six sigmoid layers stay small. 64 ranks divide them by 64, round them to FP16 and sum them there: what each rank has left is zero before it is added, and the network always answers 1 (11.35 %, three seeds, BF16 emulated; with a processor&apos;s own BF16 instructions one of the three escapes, with 38 %). Divided after the sum it learns: 65 to 82 % after 500 steps, and summed in FP32 86 %. The failure is constructed: depth, sigmoid and small initial weights were chosen for it.</source>
        <translation>BF16 braucht keine Verlustskalierung, also bleiben die Gradienten von sechs Sigmoid-Schichten klein. 64 Ranks teilen sie durch 64, runden sie auf FP16 und summieren sie darin: Was jedem Rank bleibt, ist null, bevor es addiert wird, und das Netz antwortet immer 1 (11.35 %, drei Startwerte, BF16 emuliert; mit den BF16-Befehlen eines Prozessors entkommt einer der drei, mit 38 %). Nach der Summe geteilt lernt es: 65 bis 82 % nach 500 Schritten, und in FP32 summiert 86 %. Das Scheitern ist konstruiert: Tiefe, Sigmoid und kleine Anfangsgewichte wurden dafür gewählt.</translation>
    </message>
    <message>
        <source>A regression of a table&apos;s rows</source>
        <translation>Eine Regression der Zeilen einer Tabelle</translation>
    </message>
    <message>
        <source>A regression that needs FP32</source>
        <translation>Eine Regression, die FP32 braucht</translation>
    </message>
    <message>
        <source>The same table, but 10,000 is added to every value, and the last layer&apos;s bias begins with it. The values&apos; deviation is 1; near 10,000 the numbers of FP16 lie 8 apart and those of BF16 64, so that a result in 16 bits cannot say a value, whatever the loss scale. FP32 can, and so can a 16-bit network with its last layer in FP32 (--layer-override out=fp32). The failure is constructed by the offset.</source>
        <translation>Dieselbe Tabelle, aber zu jedem Wert kommen 10&#x202f;000 hinzu, und der Bias der letzten Schicht beginnt damit. Die Standardabweichung der Werte ist 1; bei 10&#x202f;000 liegen die Zahlen von FP16 um 8 auseinander und die von BF16 um 64, sodass ein Ergebnis in 16 Bit einen Wert nicht ausdrücken kann, gleich welche Verlustskalierung. FP32 kann es, und ein 16-Bit-Netz, dessen letzte Schicht in FP32 rechnet, auch (--layer-override out=fp32). Das Scheitern ist durch den Versatz konstruiert.</translation>
    </message>
    <message>
        <source>BatchNorm remembers a step that was skipped</source>
        <translation>BatchNorm erinnert sich an einen übersprungenen Schritt</translation>
    </message>
    <message>
        <source>The second layer&apos;s initial weights are 31,000 times their usual size, so that in some of the first steps one of its results passes 65504 in FP16; weight decay soon makes them smaller. The loss scaler skips those steps, but BatchNorm&apos;s running statistics have taken in the infinity in the forward pass: training, which uses the batch&apos;s own statistics, goes on and its loss falls, and every evaluation is NaN from then on. The failure is constructed by the initial weights.</source>
        <translation>Die Anfangsgewichte der zweiten Schicht haben das 31&#x202f;000-Fache ihrer üblichen Größe, sodass in einigen der ersten Schritte eines ihrer Ergebnisse in FP16 über 65504 liegt; Weight-Decay macht sie bald kleiner. Die Verlustskalierung überspringt diese Schritte, doch BatchNorms mitgeführte Statistik hat das Unendlich im Vorwärtsdurchlauf schon aufgenommen: Das Training, das die Statistik des Batches nimmt, geht weiter, und sein Verlust sinkt, aber jede Auswertung ist von da an NaN. Das Scheitern ist durch die Anfangsgewichte konstruiert.</translation>
    </message>
    <message>
        <source>A mean over pixels that FP16 rounds to zero</source>
        <translation>Ein Mittel über Pixel, das FP16 zu null rundet</translation>
    </message>
    <message>
        <source>A U-Net takes the noise out of images. Its loss is a mean over 512 images × 784 pixels, so a pixel&apos;s gradient is at most 2/401,408, which is 5e-6. Most pixels are black, so the last layer begins with a bias of -6 and a tenth of the usual weights; there the sigmoid gives nearly 0 and has a slope of 0.0025. The product of both is below 3e-8, and FP16 rounds that to zero for every pixel: no weight ever gets a gradient, and the network stays as it began. FP32 and BF16 learn, and so does FP16 with a loss scale. The failure is constructed by the last layer&apos;s initial values and the batch.</source>
        <translation>Ein U-Net nimmt das Rauschen aus Bildern. Sein Verlust ist ein Mittel über 512 Bilder × 784 Pixel, also ist der Gradient eines Pixels höchstens 2/401&#x202f;408, das sind 5e-6. Die meisten Pixel sind schwarz, deshalb beginnt die letzte Schicht mit einem Bias von -6 und einem Zehntel der üblichen Gewichte; dort gibt der Sigmoid fast 0 und hat eine Steigung von 0.0025. Das Produkt von beidem liegt unter 3e-8, und FP16 rundet das für jedes Pixel zu null: Kein Gewicht bekommt je einen Gradienten, und das Netz bleibt, wie es begann. FP32 und BF16 lernen, und FP16 mit einer Verlustskalierung auch. Das Scheitern ist durch die Anfangswerte der letzten Schicht und den Batch konstruiert.</translation>
    </message>
    <message>
        <source>A network that outgrows FP16 in BF16</source>
        <translation>Ein Netz, das in BF16 über FP16 hinauswächst</translation>
    </message>
    <message>
        <source>Three residual blocks with no normalisation between them; BatchNorm comes after the last one. With a large learning rate and no weight decay each block learns to multiply what it gets: within 50 steps the last sum grows from 1 to more than ten million, far beyond the 65504 of FP16. BF16 and FP32 learn it all the same. No initial weight is planted; the learning rate is chosen for it. With --export-weights its weights are where the preset bf16-to-fp16 begins. In the window, change its precision to FP16 while it trains: every loss is then NaN.</source>
        <translation>Drei Residualblöcke ohne Normalisierung dazwischen; BatchNorm kommt erst nach dem letzten. Mit einer großen Lernrate und ohne Weight-Decay lernt jeder Block zu vervielfachen, was er bekommt: Innerhalb von 50 Schritten wächst die letzte Summe von 1 auf mehr als zehn Millionen, weit über die 65504 von FP16 hinaus. BF16 und FP32 lernen trotzdem. Kein Anfangsgewicht ist dafür gesetzt; die Lernrate ist dafür gewählt. Mit --export-weights sind seine Gewichte die, mit denen die Voreinstellung bf16-to-fp16 beginnt. Im Fenster: Stellen Sie seine Präzision auf FP16, während es trainiert; dann ist jeder Verlust NaN.</translation>
    </message>
    <message>
        <source>Trained in BF16, fine-tuned in FP16</source>
        <translation>In BF16 trainiert, in FP16 nachtrainiert</translation>
    </message>
    <message>
        <source>The same network at a thirtieth of the learning rate. With --init-weights FILE it begins with the weights of the preset bf16-growth: then results of its second block are infinite in FP16 from the first step on. That is in the forward pass, so no loss scale helps; every step is skipped and every evaluation is NaN. Staying in BF16 is the cure (--precision bf16). From its own initial weights FP16 learns it: it is what has grown that FP16 cannot hold.</source>
        <translation>Dasselbe Netz mit einem Dreißigstel der Lernrate. Mit --init-weights DATEI beginnt es mit den Gewichten der Voreinstellung bf16-growth: Dann sind Ergebnisse seines zweiten Blocks in FP16 vom ersten Schritt an unendlich. Das geschieht im Vorwärtsdurchlauf, also hilft keine Verlustskalierung; jeder Schritt wird übersprungen, und jede Auswertung ist NaN. In BF16 zu bleiben behebt es (--precision bf16). Von eigenen Anfangsgewichten aus lernt FP16 es: Was gewachsen ist, kann FP16 nicht halten.</translation>
    </message>
    <message>
        <source>A delayed scale that remembers too long</source>
        <translation>Ein verzögerter Faktor, der zu lange erinnert</translation>
    </message>
    <message>
        <source>The first layer&apos;s weights begin four million times too large; LayerNorm behind it takes their size out again, and a strong weight decay halves them about every nine steps. Delayed scaling goes by the largest magnitude of the last 1024 steps, and the run has 400, so the weights keep the scale of the first ones. After about 200 steps, when they are 2^19 times smaller, E4M3 holds none of them: all become 0, and the accuracy falls from above 80 % to chance (11.4 %, three seeds). Current scaling learns (93.5 to 93.7 %), as FP32 does (93.6 to 93.7 %). MXFP8 (--operand-recipe mxfp8) is a cure too, and so is the first layer in BF16 (--layer-override fc1=bf16). The failure is constructed by the initial weights and their decay.</source>
        <translation>Die Gewichte der ersten Schicht beginnen vier Millionen Mal zu groß; LayerNorm dahinter nimmt ihre Größe wieder heraus, und starker Weight Decay halbiert sie etwa alle neun Schritte. Delayed Scaling richtet sich nach dem größten Betrag der letzten 1024 Schritte, und der Lauf hat 400: Die Gewichte behalten den Faktor der ersten. Nach etwa 200 Schritten, wenn sie 2^19-mal kleiner sind, fasst E4M3 keines mehr: Alle werden 0, und die Genauigkeit fällt von über 80 % auf den Zufall (11.4 %, drei Startwerte). Current Scaling lernt (93.5 bis 93.7 %), wie FP32 (93.6 bis 93.7 %). Auch MXFP8 (--operand-recipe mxfp8) hilft, ebenso die erste Schicht in BF16 (--layer-override fc1=bf16). Der Fehlschlag ist durch Anfangsgewichte und Weight Decay konstruiert.</translation>
    </message>
    <message>
        <source>A table that the program makes: sixteen categories and sixteen numbers in each row, and a value that is a function of them and of noise. The network embeds the categories and has ReLU, BatchNorm and dropout; it is judged by R², the share of the values&apos; variance that it explains, of which noise leaves 0.95 at most. Every format learns it, to between 0.89 and 0.90.</source>
        <translation>Eine Tabelle, die das Programm macht: in jeder Zeile sechzehn Kategorien und sechzehn Zahlen und ein Wert, der eine Funktion davon und von Rauschen ist. Das Netz bettet die Kategorien ein und hat ReLU, BatchNorm und Dropout; beurteilt wird es nach R², dem Anteil der Varianz der Werte, den es erklärt und von dem das Rauschen höchstens 0.95 lässt. Jedes Format lernt sie, bis zu 0.89 bis 0.90.</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>There is no preset “%1”: mantissa-worker presets lists them.</source>
        <translation>Es gibt keine Voreinstellung „%1“: mantissa-worker presets zählt sie auf.</translation>
    </message>
    <message>
        <source>There is no page “%1”: the tabs have their names.</source>
        <translation>Es gibt keine Seite „%1“: Die Reiter tragen ihre Namen.</translation>
    </message>
    <message>
        <source>Runs of this session are shown but not kept.</source>
        <translation>Läufe dieser Sitzung werden gezeigt, aber nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Earlier runs are not shown.</source>
        <translation>Frühere Läufe werden nicht gezeigt.</translation>
    </message>
    <message>
        <source>Grids of this session are not kept: %1.</source>
        <translation>Die Raster dieser Sitzung werden nicht aufbewahrt: %1.</translation>
    </message>
    <message>
        <source>Fix that and start Mantissa again to keep them.</source>
        <translation>Beheben Sie das und starten Sie Mantissa neu, damit sie aufbewahrt werden.</translation>
    </message>
    <message>
        <source>Earlier grids are not shown: %1.</source>
        <translation>Frühere Raster werden nicht gezeigt: %1.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>sign</source>
        <translation>Vorzeichen</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>fraction</source>
        <translation>Mantisse</translation>
    </message>
    <message>
        <source>%1: table</source>
        <translation>%1: Tabelle</translation>
    </message>
    <message>
        <source>Data of the chart %1</source>
        <translation>Daten des Diagramms %1</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>&amp;Aktualisieren</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>Alles &amp;kopieren</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>%1: %2, off by %3 (%4)</source>
        <translation>%1: %2, Fehler %3 (%4)</translation>
    </message>
    <message>
        <source>answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>at step %1 of %2</source>
        <translation>bei Schritt %1 von %2</translation>
    </message>
    <message>
        <source>another version of the lesson</source>
        <translation>eine andere Fassung der Lektion</translation>
    </message>
    <message>
        <source>%1, “%2”</source>
        <translation>%1, „%2“</translation>
    </message>
    <message>
        <source>it is not a text</source>
        <translation>es ist kein Text</translation>
    </message>
    <message>
        <source>a text in quotation marks</source>
        <translation>ein Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>it has %1 characters</source>
        <translation>es hat %1 Zeichen</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>it contains a control character</source>
        <translation>es enthält ein Steuerzeichen</translation>
    </message>
    <message>
        <source>plain text</source>
        <translation>reiner Text</translation>
    </message>
    <message>
        <source>one line of text</source>
        <translation>eine Zeile Text</translation>
    </message>
    <message>
        <source>it is not a list</source>
        <translation>es ist keine Liste</translation>
    </message>
    <message>
        <source>a list of setting names: [&quot;lr&quot;, &quot;batch&quot;]</source>
        <translation>eine Liste von Namen der Einstellungen: [&quot;lr&quot;, &quot;batch&quot;]</translation>
    </message>
    <message>
        <source>%1, “%2”, entry %3</source>
        <translation>%1, „%2“, Eintrag %3</translation>
    </message>
    <message>
        <source>the Setup dock has no setting “%1”</source>
        <translation>im Bereich „Aufbau“ gibt es keine Einstellung „%1“</translation>
    </message>
    <message>
        <source>a name such as lr, batch or precision</source>
        <translation>ein Name wie lr, batch oder precision</translation>
    </message>
    <message>
        <source>it is too large for a file of settings</source>
        <translation>es ist zu groß für eine Datei mit Einstellungen</translation>
    </message>
    <message>
        <source>at most %1 KiB</source>
        <translation>höchstens %1&#xa0;KiB</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>it is not JSON: %1</source>
        <translation>es ist kein JSON: %1</translation>
    </message>
    <message>
        <source>settings or a preset as Mantissa saves them</source>
        <translation>Einstellungen oder eine Voreinstellung, wie Mantissa sie speichert</translation>
    </message>
    <message>
        <source>it holds no settings</source>
        <translation>es enthält keine Einstellungen</translation>
    </message>
    <message>
        <source>settings have no field “%1”</source>
        <translation>Einstellungen haben kein Feld „%1“</translation>
    </message>
    <message>
        <source>%1, “name”</source>
        <translation>%1, „name“</translation>
    </message>
    <message>
        <source>it is missing or empty</source>
        <translation>er fehlt oder ist leer</translation>
    </message>
    <message>
        <source>the name of the settings</source>
        <translation>der Name der Einstellungen</translation>
    </message>
    <message>
        <source>%1, “config”</source>
        <translation>%1, „config“</translation>
    </message>
    <message>
        <source>it is missing or no object</source>
        <translation>es fehlt oder ist kein Objekt</translation>
    </message>
    <message>
        <source>the settings: {&quot;precision&quot;: &quot;FP16&quot;}</source>
        <translation>die Einstellungen: {&quot;precision&quot;: &quot;FP16&quot;}</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>die Datei ist nicht lesbar</translation>
    </message>
    <message>
        <source>settings or a preset: a small JSON file</source>
        <translation>Einstellungen oder eine Voreinstellung: eine kleine JSON-Datei</translation>
    </message>
    <message>
        <source>it could not be written: %1</source>
        <translation>Schreiben nicht möglich: %1</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>the pasted text</source>
        <translation>der eingefügte Text</translation>
    </message>
    <message>
        <source>it is too long for settings</source>
        <translation>er ist zu lang für Einstellungen</translation>
    </message>
    <message>
        <source>a text that begins with “mantissa:”, as Copy settings as text makes it</source>
        <translation>ein Text, der mit „mantissa:“ beginnt, wie ihn „Einstellungen als Text kopieren“ erzeugt</translation>
    </message>
    <message>
        <source>a part of it is missing or changed</source>
        <translation>ein Teil davon fehlt oder ist verändert</translation>
    </message>
    <message>
        <source>the whole text from “mantissa:” on</source>
        <translation>der ganze Text ab „mantissa:“</translation>
    </message>
    <message>
        <source>The worker ended unexpectedly (exit code 0).</source>
        <translation>Der Rechenprozess endete unerwartet (Exit-Code 0).</translation>
    </message>
    <message>
        <source>The worker ended with exit code 1: something in it failed.</source>
        <translation>Der Rechenprozess endete mit Exit-Code 1: Darin ist etwas fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The worker ended with exit code 2: it did not understand how it was started.</source>
        <translation>Der Rechenprozess endete mit Exit-Code 2: Er verstand nicht, wie er gestartet wurde.</translation>
    </message>
    <message>
        <source>The worker ended with exit code 3: it was cancelled.</source>
        <translation>Der Rechenprozess endete mit Exit-Code 3: Er wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The worker ended with exit code 4: the device failed.</source>
        <translation>Der Rechenprozess endete mit Exit-Code 4: Das Gerät ist ausgefallen.</translation>
    </message>
    <message>
        <source>The worker ended with exit code 5: it was given bad data.</source>
        <translation>Der Rechenprozess endete mit Exit-Code 5: Er erhielt fehlerhafte Daten.</translation>
    </message>
    <message>
        <source>The worker could not be run (exit code 126): it is not an executable file.</source>
        <translation>Der Rechenprozess ließ sich nicht ausführen (Exit-Code 126): Es ist keine ausführbare Datei.</translation>
    </message>
    <message>
        <source>The worker was not found (exit code 127), or one of its libraries is missing.</source>
        <translation>Der Rechenprozess wurde nicht gefunden (Exit-Code 127), oder eine seiner Programmbibliotheken fehlt.</translation>
    </message>
    <message>
        <source>The worker ended with exit code 255: the connection to its machine may be gone.</source>
        <translation>Der Rechenprozess endete mit Exit-Code 255: Vielleicht ist die Verbindung zu seinem Rechner abgebrochen.</translation>
    </message>
    <message>
        <source>The worker ended with exit code %1.</source>
        <translation>Der Rechenprozess endete mit Exit-Code %1.</translation>
    </message>
    <message>
        <source>The worker was killed by the system (SIGKILL), possibly out of memory.</source>
        <translation>Der Rechenprozess wurde vom System beendet (SIGKILL), vielleicht aus Speichermangel.</translation>
    </message>
    <message>
        <source>The worker crashed: it used memory that is not its own (SIGSEGV).</source>
        <translation>Der Rechenprozess ist abgestürzt: Er griff auf fremden Speicher zu (SIGSEGV).</translation>
    </message>
    <message>
        <source>The worker crashed: memory or a file it used went away (SIGBUS).</source>
        <translation>Der Rechenprozess ist abgestürzt: Benutzter Speicher oder eine Datei ist verschwunden (SIGBUS).</translation>
    </message>
    <message>
        <source>The worker stopped itself because of an error inside it (SIGABRT).</source>
        <translation>Der Rechenprozess hat sich wegen eines inneren Fehlers selbst beendet (SIGABRT).</translation>
    </message>
    <message>
        <source>The worker met an instruction that this processor does not have (SIGILL).</source>
        <translation>Der Rechenprozess traf auf einen Befehl, den dieser Prozessor nicht kennt (SIGILL).</translation>
    </message>
    <message>
        <source>The worker crashed in an integer calculation (SIGFPE).</source>
        <translation>Der Rechenprozess ist in einer Ganzzahlrechnung abgestürzt (SIGFPE).</translation>
    </message>
    <message>
        <source>The worker was ended from outside (SIGTERM).</source>
        <translation>Der Rechenprozess wurde von außen beendet (SIGTERM).</translation>
    </message>
    <message>
        <source>The worker was interrupted from outside (SIGINT).</source>
        <translation>Der Rechenprozess wurde von außen unterbrochen (SIGINT).</translation>
    </message>
    <message>
        <source>The worker lost its terminal or connection (SIGHUP).</source>
        <translation>Der Rechenprozess hat sein Terminal oder seine Verbindung verloren (SIGHUP).</translation>
    </message>
    <message>
        <source>The worker lost its connection to the window (SIGPIPE).</source>
        <translation>Der Rechenprozess hat die Verbindung zum Fenster verloren (SIGPIPE).</translation>
    </message>
    <message>
        <source>The worker used up its allowed processor time (SIGXCPU).</source>
        <translation>Der Rechenprozess hat die erlaubte Prozessorzeit verbraucht (SIGXCPU).</translation>
    </message>
    <message>
        <source>The worker was stopped by a security filter of the system (SIGSYS).</source>
        <translation>Der Rechenprozess wurde von einem Sicherheitsfilter des Systems angehalten (SIGSYS).</translation>
    </message>
    <message>
        <source>The worker was ended by signal %1.</source>
        <translation>Der Rechenprozess wurde durch Signal %1 beendet.</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>unendlich</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 sagt: %2</translation>
    </message>
    <message>
        <source>This computer does not know that machine&apos;s key, or it has another one than before: ask who runs it, then connect once in a terminal with “%1”.</source>
        <translation>Dieser Rechner kennt den Schlüssel des anderen nicht, oder der hat einen anderen als zuvor: Fragen Sie, wer ihn betreibt, und verbinden Sie sich dann einmal in einem Terminal mit „%1“.</translation>
    </message>
    <message>
        <source>The window cannot ask for a password: a key is needed with which “%1” connects without one (ssh-copy-id makes that so).</source>
        <translation>Das Fenster kann nicht nach einem Passwort fragen: Es braucht einen Schlüssel, mit dem sich „%1“ ohne Passwort verbindet (ssh-copy-id richtet das ein).</translation>
    </message>
    <message>
        <source>See whether “%1” connects in a terminal.</source>
        <translation>Sehen Sie nach, ob sich „%1“ in einem Terminal verbindet.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost at this end: ssh on this computer was ended by signal %2. The worker on %1 saves its state and ends.</source>
        <translation>Die Verbindung zu %1 ging an diesem Ende verloren: ssh auf diesem Rechner wurde durch Signal %2 beendet. Der Rechenprozess auf %1 sichert seinen Stand und endet.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. The worker there saves its state and ends.</source>
        <translation>Die Verbindung zu %1 ging verloren. Der Rechenprozess dort sichert seinen Stand und endet.</translation>
    </message>
    <message>
        <source>There is no connection to %1.</source>
        <translation>Es gibt keine Verbindung zu %1.</translation>
    </message>
    <message>
        <source>%1 was reached, but “%2” is not there, or a library that it needs is missing.</source>
        <translation>%1 wurde erreicht, aber „%2“ ist nicht dort, oder eine Bibliothek fehlt, die es braucht.</translation>
    </message>
    <message>
        <source>%1 was reached, but “%2” is not a program that can be started there.</source>
        <translation>%1 wurde erreicht, aber „%2“ ist kein Programm, das sich dort starten lässt.</translation>
    </message>
    <message>
        <source>Give the worker&apos;s path on that machine (Setup › Machine).</source>
        <translation>Geben Sie den Pfad des Rechenprozesses auf jenem Rechner an (Aufbau › Rechner).</translation>
    </message>
    <message>
        <source>The connection to %1 works, but the worker there has ended.</source>
        <translation>Die Verbindung zu %1 besteht, aber der Rechenprozess dort ist beendet.</translation>
    </message>
    <message>
        <source>The connection to the node was lost at this end: srun on this computer was ended by signal %1.</source>
        <translation>Die Verbindung zum Knoten ging an diesem Ende verloren: srun auf diesem Rechner wurde durch Signal %1 beendet.</translation>
    </message>
    <message>
        <source>Slurm has ended the job.</source>
        <translation>Slurm hat den Auftrag beendet.</translation>
    </message>
    <message>
        <source>Slurm did not start the worker.</source>
        <translation>Slurm hat den Rechenprozess nicht gestartet.</translation>
    </message>
    <message>
        <source>On the node that Slurm gave:</source>
        <translation>Auf dem Knoten, den Slurm zugeteilt hat:</translation>
    </message>
    <message>
        <source>A machine&apos;s name does not begin with “-”.</source>
        <translation>Der Name eines Rechners beginnt nicht mit „-“.</translation>
    </message>
    <message>
        <source>The part before “@” is a user&apos;s name: letters, digits, “.”, “_” and “-”.</source>
        <translation>Der Teil vor „@“ ist ein Benutzername: Buchstaben, Ziffern, „.“, „_“ und „-“.</translation>
    </message>
    <message>
        <source>A machine is named by letters, digits, “.”, “_” and “-”: gpu-server, user@gpu-server, user@gpu-server:22; a numeric address with colons in brackets: [2001:db8::1].</source>
        <translation>Der Name eines Rechners besteht aus Buchstaben, Ziffern, „.“, „_“ und „-“: gpu-server, user@gpu-server, user@gpu-server:22; eine numerische Adresse mit Doppelpunkten steht in Klammern: [2001:db8::1].</translation>
    </message>
    <message>
        <source>The part after “:” is the port, a number from 1 to 65535.</source>
        <translation>Der Teil nach „:“ ist der Port, eine Zahl von 1 bis 65535.</translation>
    </message>
    <message>
        <source>The path of a program does not begin with “-”.</source>
        <translation>Der Pfad eines Programms beginnt nicht mit „-“.</translation>
    </message>
    <message>
        <source>The path has %1 characters; at most %2 can be sent.</source>
        <translation>Der Pfad hat %1 Zeichen; höchstens %2 lassen sich senden.</translation>
    </message>
    <message>
        <source>The path contains a control character.</source>
        <translation>Der Pfad enthält ein Steuerzeichen.</translation>
    </message>
    <message>
        <source>A partition is named by letters, digits, “_”, “.” and “-”; empty: Slurm decides.</source>
        <translation>Der Name einer Partition besteht aus Buchstaben, Ziffern, „_“, „.“ und „-“; leer: Slurm entscheidet.</translation>
    </message>
    <message>
        <source>Slurm gave a node, but “%1” does not start there.</source>
        <translation>Slurm hat einen Knoten zugeteilt, aber „%1“ startet dort nicht.</translation>
    </message>
    <message>
        <source>The path of the file is missing.</source>
        <translation>Der Pfad der Datei fehlt.</translation>
    </message>
    <message>
        <source>The path has %1 characters; at most %2 can be used.</source>
        <translation>Der Pfad hat %1 Zeichen; höchstens %2 sind möglich.</translation>
    </message>
    <message>
        <source>result of “%1”</source>
        <translation>Ergebnis von „%1“</translation>
    </message>
    <message>
        <source>the task “%1”</source>
        <translation>die Aufgabe „%1“</translation>
    </message>
    <message>
        <source>the runs handed in</source>
        <translation>die abgegebenen Läufe</translation>
    </message>
    <message>
        <source>it is not a file of handed-in runs</source>
        <translation>das ist keine Datei mit abgegebenen Läufen</translation>
    </message>
    <message>
        <source>a file of at most 256 MiB</source>
        <translation>eine Datei von höchstens 256 MiB</translation>
    </message>
    <message>
        <source>ended at step %1</source>
        <translation>endete bei Schritt %1</translation>
    </message>
    <message>
        <source>changed while it trained</source>
        <translation>während des Trainings geändert</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>as in the task</source>
        <translation>wie in der Aufgabe</translation>
    </message>
    <message>
        <source>the defaults</source>
        <translation>die Vorgaben</translation>
    </message>
    <message>
        <source>it is neither true nor false</source>
        <translation>es ist weder true noch false</translation>
    </message>
    <message>
        <source>false: the advisor is silent</source>
        <translation>false: der Berater schweigt</translation>
    </message>
    <message>
        <source>name, title, description, config, locked, hidden and advisor</source>
        <translation>name, title, description, config, locked, hidden und advisor</translation>
    </message>
    <message>
        <source>a loss</source>
        <translation>einen Verlust</translation>
    </message>
    <message>
        <source>an accuracy</source>
        <translation>eine Genauigkeit</translation>
    </message>
    <message>
        <source>a loss scale</source>
        <translation>einen Skalierungsfaktor</translation>
    </message>
    <message>
        <source>gradients compared with FP32</source>
        <translation>mit FP32 verglichene Gradienten</translation>
    </message>
    <message>
        <source>memory by category</source>
        <translation>den Speicher nach Kategorien</translation>
    </message>
    <message>
        <source>%1 %2 does not have: %3.</source>
        <translation>%1 %2 hat nicht: %3.</translation>
    </message>
    <message>
        <source>the largest</source>
        <translation>die größte Zahl</translation>
    </message>
    <message>
        <source>%1, clipped</source>
        <translation>%1, abgeschnitten</translation>
    </message>
    <message>
        <source>0, flushed</source>
        <translation>0, untergelaufen</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps skipped</source>
        <translation>
            <numerusform>%n Schritt übersprungen</numerusform>
            <numerusform>%n Schritte übersprungen</numerusform>
        </translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>Choose a precision in Setup and press Run, or double-click a run in the Runs dock. Accuracy, loss, the loss scale, the gradients&apos; magnitudes and the memory of a step appear here.</source>
        <translation>Im Aufbau eine Präzision wählen und „Starten“ drücken, oder im Dock Läufe einen Lauf doppelt anklicken. Hier erscheinen Genauigkeit, Verlust, Skalierungsfaktor, die Größen der Gradienten und der Speicher eines Schritts.</translation>
    </message>
    <message>
        <source>No run is shown</source>
        <translation>Kein Lauf ist zu sehen</translation>
    </message>
    <message>
        <source>the same run as in %1</source>
        <translation>derselbe Lauf wie in %1</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>the student&apos;s name</source>
        <translation>der Name der Person</translation>
    </message>
    <message>
        <source>the lesson&apos;s name</source>
        <translation>der Name der Lektion</translation>
    </message>
    <message>
        <source>%1, the same as %2: it counts once</source>
        <translation>%1, dieselbe wie %2: Sie zählt einmal</translation>
    </message>
    <message>
        <source>the result is not complete: its end is missing. Ask for the file once more.</source>
        <translation>das Ergebnis ist unvollständig: Das Ende fehlt. Lassen Sie sich die Datei noch einmal geben.</translation>
    </message>
    <message>
        <source>the result is damaged: from character %1 on it is not JSON. Ask for the file once more.</source>
        <translation>das Ergebnis ist beschädigt: Von Zeichen %1 an ist es kein JSON. Lassen Sie sich die Datei noch einmal geben.</translation>
    </message>
</context>
<context>
    <name>RaceModel</name>
    <message>
        <source> control</source>
        <translation> Kontrolle</translation>
    </message>
    <message>
        <source>run %1, %2</source>
        <translation>Lauf %1, %2</translation>
    </message>
</context>
<context>
    <name>ReportPdf</name>
    <message>
        <source>The PDF could not be begun</source>
        <translation>Das PDF ließ sich nicht beginnen</translation>
    </message>
    <message>
        <source>A page of the PDF could not be written</source>
        <translation>Eine Seite des PDF ließ sich nicht schreiben</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>static</source>
        <translation>statisch</translation>
    </message>
    <message>
        <source>static %1</source>
        <translation>statisch %1</translation>
    </message>
    <message>
        <source>no scaling</source>
        <translation>ohne Skalierung</translation>
    </message>
    <message>
        <source>no master weights</source>
        <translation>ohne Mastergewichte</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>PyTorch default</source>
        <translation>PyTorch-Vorgabe</translation>
    </message>
    <message>
        <source>dynamic, %1</source>
        <translation>dynamisch, %1</translation>
    </message>
    <message>
        <source>casts as in %1</source>
        <translation>Umwandlungen wie in %1</translation>
    </message>
    <message>
        <source>operands in %1</source>
        <translation>Operanden in %1</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
</context>
<context>
    <name>ScalePage</name>
    <message>
        <source>Loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>Next growth</source>
        <translation>Wächst wieder</translation>
    </message>
    <message>
        <source>Least headroom</source>
        <translation>Kleinste Reserve</translation>
    </message>
    <message>
        <source>Skipped (last 100)</source>
        <translation>Übersprungen (letzte 100)</translation>
    </message>
    <message>
        <source>Samples lost</source>
        <translation>Verlorene Beispiele</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>The settings file could not be read and was set aside as %1; the defaults are in use.</source>
        <translation>Die Einstellungsdatei war nicht lesbar und wurde als %1 beiseitegelegt; es gelten die Vorgabewerte.</translation>
    </message>
</context>
<context>
    <name>TensorChoice</name>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>activation gradients</source>
        <translation>Aktivierungs­gradienten</translation>
    </message>
    <message>
        <source>weight gradients</source>
        <translation>Gewichts­gradienten</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Histogram of</source>
        <translation>Histogramm von</translation>
    </message>
    <message>
        <source>What the histogram counts</source>
        <translation>Was das Histogramm zählt</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Worst layer</source>
        <translation>Schlechteste</translation>
    </message>
    <message>
        <source>The layer whose tensor is shown. The gradient of the worst layer has lost the most norm against FP32
or differs most from it in direction (cosine), as the last shadow measured it. Without a shadow:
the layer whose own cast flushes the most norm.</source>
        <translation>Die Schicht, deren Tensor gezeigt wird. Der Gradient der schlechtesten Schicht hat gegenüber FP32 am meisten Norm
verloren oder weicht in der Richtung am stärksten ab (Kosinus), wie es der letzte Schatten maß.
Ohne Schatten: die Schicht, deren eigene Umwandlung am meisten Norm zu null rundet.</translation>
    </message>
</context>
<context>
    <name>Worker</name>
    <message>
        <source>idle</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>training</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>waiting for the window</source>
        <translation>wartet auf das Fenster</translation>
    </message>
</context>
<context>
    <name>mantissa::ui</name>
    <message>
        <source>flush.</source>
        <translation>zu null</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>zu null gerundet</translation>
    </message>
    <message>
        <source>subn.</source>
        <translation>subn.</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>Flushed: the cast to %1 makes these zero.</source>
        <translation>Zu null gerundet: Die Umwandlung in %1 macht aus diesen Werten null.</translation>
    </message>
    <message>
        <source>Subnormal: %1 keeps these with fewer digits, the smaller the fewer.</source>
        <translation>Subnormal: %1 behält diese Werte mit weniger Stellen, je kleiner, desto weniger.</translation>
    </message>
    <message>
        <source>Normal: %1 keeps these with all its digits.</source>
        <translation>Normal: %1 behält diese Werte mit allen Stellen.</translation>
    </message>
    <message>
        <source>Overflow: the cast to %1 makes these infinite.</source>
        <translation>Überlauf: Die Umwandlung in %1 macht diese Werte unendlich.</translation>
    </message>
    <message>
        <source>No values counted yet.</source>
        <translation>Noch keine Werte gezählt.</translation>
    </message>
    <message>
        <source>this layer&apos;s nonzero %1</source>
        <translation>den von null verschiedenen %1 dieser Schicht</translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s %2 are NaN.</source>
        <translation>%1 der %2 dieser Schicht sind NaN.</translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s %2 are infinite before the cast.</source>
        <translation>%1 der %2 dieser Schicht sind schon vor der Umwandlung unendlich.</translation>
    </message>
    <message>
        <source>All of this layer&apos;s %1 are exactly zero.</source>
        <translation>Alle %1 dieser Schicht sind exakt null.</translation>
    </message>
    <message>
        <source>%1 of %2 overflow to infinity in %3.</source>
        <translation>%1 von %2 laufen in %3 nach unendlich über.</translation>
    </message>
    <message>
        <source>%1 of %2 are flushed to zero in %3.</source>
        <translation>%1 von %2 werden in %3 zu null gerundet.</translation>
    </message>
    <message>
        <source>None of %1 are flushed; %2 are subnormal in %3 and lose digits.</source>
        <translation>Von %1 wird nichts zu null gerundet; %2 sind in %3 subnormal und verlieren Stellen.</translation>
    </message>
    <message>
        <source>None of %1 are flushed: all are normal numbers in %2.</source>
        <translation>Von %1 wird nichts zu null gerundet: Alle sind normale Zahlen in %2.</translation>
    </message>
    <message>
        <source>The result is %1.</source>
        <translation>Das Ergebnis ist %1.</translation>
    </message>
    <message>
        <source>You predicted %1, and that is the result.</source>
        <translation>Vorhergesagt war %1, und das ist auch das Ergebnis.</translation>
    </message>
    <message>
        <source>You predicted %1; the result is %2: %3 more.</source>
        <translation>Vorhergesagt war %1; das Ergebnis ist %2: %3 mehr.</translation>
    </message>
    <message>
        <source>You predicted %1; the result is %2: %3 less.</source>
        <translation>Vorhergesagt war %1; das Ergebnis ist %2: %3 weniger.</translation>
    </message>
    <message>
        <source>The answer is: %1</source>
        <translation>Die Antwort ist: %1</translation>
    </message>
    <message>
        <source>You were right: %1</source>
        <translation>Das war richtig: %1</translation>
    </message>
    <message>
        <source>You chose: %1
The answer is: %2</source>
        <translation>Gewählt: %1
Die Antwort ist: %2</translation>
    </message>
    <message>
        <source>It ended at %1.</source>
        <translation>Am Ende stand %1.</translation>
    </message>
    <message>
        <source>Your curve and the measured one are %1 apart on average; yours ends at %2, the run ended at %3.</source>
        <translation>Die gezeichnete und die gemessene Kurve liegen im Mittel %1 auseinander; die gezeichnete endet bei %2, der Lauf endete bei %3.</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source> points</source>
        <translation> Punkte</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>against baseline</source>
        <translation>gegen Vergleichslauf</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Vergleichslauf</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>%1 diverged from the baseline at step %2</source>
        <translation>%1 divergierte bei Schritt %2 vom Vergleichslauf</translation>
    </message>
    <message>
        <source>; no gradient was compared with FP32 before that.</source>
        <translation>; davor wurde kein Gradient mit FP32 verglichen.</translation>
    </message>
    <message>
        <source>; no layer&apos;s gradient was degraded until then (worst: %1, step %2).</source>
        <translation>; bis dahin war der Gradient keiner Schicht beeinträchtigt (am schlechtesten: %1, Schritt %2).</translation>
    </message>
    <message>
        <source>; it began in %1, where %2 of the gradient&apos;s norm was missing at step %3</source>
        <translation>; es begann in %1, wo bei Schritt %3 von der Norm des Gradienten %2 fehlten</translation>
    </message>
    <message>
        <source> (cosine %1)</source>
        <translation> (Kosinus %1)</translation>
    </message>
    <message>
        <source>%1 diverged</source>
        <translation>%1 divergiert</translation>
    </message>
    <message>
        <source>not diverged</source>
        <translation>nicht divergiert</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 (always answers “1”)</source>
        <translation>%1 (antwortet immer „1“)</translation>
    </message>
    <message>
        <source>Not shown by time: %1. An emulated format says nothing about speed: this device computes it in FP32 and rounds.</source>
        <translation>Nicht nach Zeit gezeigt: %1. Ein emuliertes Format sagt nichts über die Geschwindigkeit: Dieses Gerät rechnet es in FP32 und rundet.</translation>
    </message>
    <message>
        <source>Not shown by time: %1. The time of a step was not recorded.</source>
        <translation>Nicht nach Zeit gezeigt: %1. Die Zeit eines Schritts wurde nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>No control run: runs count as diverged when their batch losses differ by more than %1 nats.</source>
        <translation>Kein Kontrolllauf: Läufe gelten als divergiert, wenn sich ihre Batchverluste um mehr als %1&#xa0;Nat unterscheiden.</translation>
    </message>
    <message>
        <source>A sum of products, and one of them was infinite or NaN already.</source>
        <translation>Eine Summe von Produkten, und eines davon war bereits unendlich oder NaN.</translation>
    </message>
    <message>
        <source>A sum of products that are all zero: their factors were rounded to zero earlier. In FP32 throughout it would be %1.</source>
        <translation>Eine Summe von Produkten, die alle null sind: Ihre Faktoren wurden vorher zu null gerundet. Durchgehend in FP32 wäre sie %1.</translation>
    </message>
    <message>
        <source>A sum of products, zero in FP32 as well: nothing was lost here.</source>
        <translation>Eine Summe von Produkten, auch in FP32 null: Hier ging nichts verloren.</translation>
    </message>
    <message>
        <source>A sum of products in FP32; the casts before it changed nothing.</source>
        <translation>Eine Summe von Produkten in FP32; die Umwandlungen davor änderten nichts.</translation>
    </message>
    <message>
        <source>A sum of products in FP32. Without the casts before it, it would be %1: they moved it by %2.</source>
        <translation>Eine Summe von Produkten in FP32. Ohne die Umwandlungen davor wäre sie %1: Diese haben sie um %2 verschoben.</translation>
    </message>
    <message>
        <source>It was not finite before the cast.</source>
        <translation>Der Wert war schon vor der Umwandlung nicht endlich.</translation>
    </message>
    <message>
        <source>No cast: this gradient is kept in FP32.</source>
        <translation>Keine Umwandlung: Dieser Gradient bleibt in FP32.</translation>
    </message>
    <message>
        <source>Too small for %1: its smallest number is %2, and at or below the tie at %3 a number becomes zero.</source>
        <translation>Zu klein für %1: Die kleinste Zahl ist %2, und bis zur Mitte bei %3 wird eine Zahl zu null.</translation>
    </message>
    <message>
        <source>Too large for %1: its largest number is %2, and from %3 on a number becomes infinite.</source>
        <translation>Zu groß für %1: Die größte Zahl ist %2, und ab %3 wird eine Zahl unendlich.</translation>
    </message>
    <message>
        <source>Zero stays zero.</source>
        <translation>Null bleibt null.</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>off by %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>Subnormal in %1: below %2 it keeps %3 of %4 significant bits; %5.</source>
        <translation>Subnormal in %1: Unter %2 bleiben %3 von %4 signifikanten Bits; %5.</translation>
    </message>
    <message>
        <source>A normal number of %1, with all %2 significant bits; %3.</source>
        <translation>Eine normale Zahl in %1, mit allen %2 signifikanten Bits; %3.</translation>
    </message>
    <message>
        <source>The update is zero: learning rate times this value is zero even in FP32.</source>
        <translation>Das Update ist null: Lernrate mal dieser Wert ist selbst in FP32 null.</translation>
    </message>
    <message>
        <source>The update, from the running mean m = %1 and mean square v = %2: −lr · m / (√v + ε), m and v corrected for their start at zero.</source>
        <translation>Das Update aus dem gleitenden Mittel m = %1 und dem gleitenden mittleren Quadrat v = %2: −lr · m / (√v + ε), m und v um ihren Start bei null korrigiert.</translation>
    </message>
    <message>
        <source>The update: −lr · momentum buffer, which is %1 now.</source>
        <translation>Das Update: −lr · Momentumpuffer, der jetzt %1 ist.</translation>
    </message>
    <message>
        <source>The update: −lr · gradient.</source>
        <translation>Das Update: −lr · Gradient.</translation>
    </message>
    <message>
        <source>It was %1. Without loss scaling nothing is checked: the weight is inf or NaN from now on.</source>
        <translation>Vorher %1. Ohne Verlustskalierung wird nichts geprüft: Das Gewicht ist von nun an inf oder NaN.</translation>
    </message>
    <message>
        <source>It was %1.</source>
        <translation>Vorher %1.</translation>
    </message>
    <message>
        <source>It is still %1: the next %2 number is %3 away, and the update is only %4 of that, so it is rounded away.</source>
        <translation>Es ist noch immer %1: Die nächste Zahl in %2 ist %3 entfernt, und das Update ist nur %4 davon, also wird es weggerundet.</translation>
    </message>
    <message>
        <source>exactly zero</source>
        <translation>exakt null</translation>
    </message>
    <message>
        <source>inf or NaN</source>
        <translation>inf oder NaN</translation>
    </message>
    <message>
        <source>zero before the cast</source>
        <translation>vor der Umwandlung null</translation>
    </message>
    <message>
        <source>flushed to zero</source>
        <translation>zu null gerundet</translation>
    </message>
    <message>
        <source>overflowed</source>
        <translation>übergelaufen</translation>
    </message>
    <message>
        <source>step skipped</source>
        <translation>Schritt übersprungen</translation>
    </message>
    <message>
        <source>update lost</source>
        <translation>Update verloren</translation>
    </message>
    <message>
        <source>working copy unchanged</source>
        <translation>Arbeitskopie unverändert</translation>
    </message>
    <message>
        <source>passed on</source>
        <translation>weitergereicht</translation>
    </message>
    <message>
        <source>update is zero</source>
        <translation>Update ist null</translation>
    </message>
    <message>
        <source>weight changed</source>
        <translation>Gewicht geändert</translation>
    </message>
    <message>
        <source>step %1 · %2 · %3 · %4</source>
        <translation>Schritt %1 · %2 · %3 · %4</translation>
    </message>
    <message>
        <source>It was already zero before the cast, though not in FP32: upstream underflow in a later layer.</source>
        <translation>Die Zahl war schon vor der Umwandlung null, in FP32 aber nicht: vorgelagerter Unterlauf in einer späteren Schicht.</translation>
    </message>
    <message>
        <source>Its cast flushed it to zero: %1 has no number that small.</source>
        <translation>Die Umwandlung rundete die Zahl zu null: %1 hat keine so kleine Zahl.</translation>
    </message>
    <message>
        <source>It became infinite or NaN. Nothing checked for that, so its weight is now inf or NaN.</source>
        <translation>Die Zahl wurde unendlich oder NaN. Nichts hat das geprüft, also ist ihr Gewicht nun inf oder NaN.</translation>
    </message>
    <message>
        <source>It became infinite or NaN, so the whole step was skipped.</source>
        <translation>Die Zahl wurde unendlich oder NaN, also wurde der ganze Schritt übersprungen.</translation>
    </message>
    <message>
        <source>It was finite, but another gradient was not, so the whole step was skipped.</source>
        <translation>Die Zahl war endlich, aber ein anderer Gradient nicht, also wurde der ganze Schritt übersprungen.</translation>
    </message>
    <message>
        <source>It reached the optimizer, but its update was too small to change the stored weight.</source>
        <translation>Die Zahl erreichte den Optimierer, aber ihr Update war zu klein, um das gespeicherte Gewicht zu ändern.</translation>
    </message>
    <message>
        <source>It changed the master weight. The %1 working copy stays the same until more such updates add up.</source>
        <translation>Die Zahl änderte das Mastergewicht. Die Arbeitskopie in %1 bleibt gleich, bis sich mehr solche Updates summieren.</translation>
    </message>
    <message>
        <source>It was not zero after its cast and was multiplied into the gradients that follow.</source>
        <translation>Die Zahl war nach ihrer Umwandlung nicht null und wurde in die folgenden Gradienten hineinmultipliziert.</translation>
    </message>
    <message>
        <source>The optimizer turned it into an update of zero.</source>
        <translation>Der Optimierer machte daraus ein Update von null.</translation>
    </message>
    <message>
        <source>It changed the weight that is multiplied.</source>
        <translation>Die Zahl änderte das Gewicht, mit dem multipliziert wird.</translation>
    </message>
    <message>
        <source>%1 in step %2. </source>
        <translation>%1 in Schritt %2. </translation>
    </message>
    <message>
        <source>(The step had no element in the requested bin, %1: this one is from the nearest bin.)</source>
        <translation>(In der gewünschten Klasse, %1, hatte der Schritt kein Element: Dieses ist aus der nächstgelegenen.)</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Loss × S</source>
        <translation>Verlust × S</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Cast to %1</source>
        <translation>Umwandlung in %1</translation>
    </message>
    <message>
        <source>Passed on</source>
        <translation>Weitergereicht</translation>
    </message>
    <message>
        <source>Check for inf and NaN</source>
        <translation>Prüfung auf inf und NaN</translation>
    </message>
    <message>
        <source>Unscale</source>
        <translation>Rückskalierung</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>Clipping</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Stored weight, %1</source>
        <translation>Gespeichertes Gewicht, %1</translation>
    </message>
    <message>
        <source>Stored weight</source>
        <translation>Gespeichertes Gewicht</translation>
    </message>
    <message>
        <source>Working copy, %1</source>
        <translation>Arbeitskopie, %1</translation>
    </message>
    <message>
        <source>Working copy</source>
        <translation>Arbeitskopie</translation>
    </message>
    <message>
        <source>S = 1: no loss scale moves the gradients.</source>
        <translation>S = 1: Kein Skalierungsfaktor verschiebt die Gradienten.</translation>
    </message>
    <message>
        <source>S = %1 makes every gradient larger by that much.</source>
        <translation>S = %1 vergrößert jeden Gradienten um diesen Faktor.</translation>
    </message>
    <message>
        <source>It ends here: it is multiplied into the gradients of this layer&apos;s weights and of the layer before.</source>
        <translation>Der Weg endet hier: Die Zahl wird in die Gradienten der Gewichte dieser Schicht und der Schicht davor hineinmultipliziert.</translation>
    </message>
    <message>
        <source>A gradient of this step was infinite or NaN: no weight is changed.</source>
        <translation>Ein Gradient dieses Schritts war unendlich oder NaN: Kein Gewicht wird geändert.</translation>
    </message>
    <message>
        <source>÷ %1 makes it too large for FP32.</source>
        <translation>÷ %1 macht die Zahl zu groß für FP32.</translation>
    </message>
    <message>
        <source>÷ %1 in FP32, which no longer rounds it to %2.</source>
        <translation>÷ %1 in FP32, also ohne noch einmal auf %2 zu runden.</translation>
    </message>
    <message>
        <source>Not clipped; the norm of all gradients is %1.</source>
        <translation>Kein Clipping; die Norm aller Gradienten ist %1.</translation>
    </message>
    <message>
        <source>× %1, because the norm of all gradients is %2.</source>
        <translation>× %1, weil die Norm aller Gradienten %2 ist.</translation>
    </message>
    <message>
        <source>Still %1: the change of the stored weight is below half the gap between %2 numbers.</source>
        <translation>Noch immer %1: Die Änderung des gespeicherten Gewichts liegt unter dem halben Abstand zweier Zahlen in %2.</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>what happened</source>
        <translation>was geschah</translation>
    </message>
    <message>
        <source>why</source>
        <translation>warum</translation>
    </message>
    <message>
        <source>ended here: %1</source>
        <translation>endet hier: %1</translation>
    </message>
    <message>
        <source>Not reached: %1.</source>
        <translation>Nicht erreicht: %1.</translation>
    </message>
    <message>
        <source>in the softmax or the loss</source>
        <translation>in der Softmax oder im Verlust</translation>
    </message>
    <message>
        <source>in layer %1</source>
        <translation>in Schicht %1</translation>
    </message>
    <message>
        <source>It arose in the forward pass, %1 at step %2, in a format with the range of FP32: the training diverged. A lower learning rate or clipping may keep it stable.</source>
        <translation>Entstanden im Vorwärtsdurchlauf, %1 bei Schritt %2, in einem Format mit dem Wertebereich von FP32: Das Training ist divergiert. Eine kleinere Lernrate oder Clipping kann es stabilisieren.</translation>
    </message>
    <message>
        <source>BF16 or a reduction in FP32 helps.</source>
        <translation>BF16 oder eine Reduktion in FP32 hilft.</translation>
    </message>
    <message>
        <source>It arose in the forward pass, %1 at step %2, where no loss scale can cure it. </source>
        <translation>Entstanden im Vorwärtsdurchlauf, %1 bei Schritt %2, wo kein Skalierungsfaktor hilft. </translation>
    </message>
    <message>
        <source>The weights contain inf or NaN (the first arose at step %1). Only a new run helps.</source>
        <translation>Die Gewichte enthalten inf oder NaN (zuerst bei Schritt %1). Nur ein neuer Lauf hilft.</translation>
    </message>
    <message>
        <source>The weights contain inf or NaN. Only a new run helps.</source>
        <translation>Die Gewichte enthalten inf oder NaN. Nur ein neuer Lauf hilft.</translation>
    </message>
    <message>
        <source>It arose in the backward pass: the update is skipped and the dynamic scale falls.</source>
        <translation>Entstanden im Rückwärtsdurchlauf: Das Update wird übersprungen, und der dynamische Faktor sinkt.</translation>
    </message>
    <message>
        <source>It arose in the backward pass: a lower loss scale, or a dynamic one, cures it.</source>
        <translation>Entstanden im Rückwärtsdurchlauf: Ein kleinerer oder ein dynamischer Skalierungsfaktor behebt es.</translation>
    </message>
    <message>
        <source>%1 of these %2 are beyond the largest number of %3, %4, and become infinite</source>
        <translation>%1 dieser %2 liegen über der größten Zahl von %3, %4, und werden unendlich</translation>
    </message>
    <message>
        <source>%1 of these %2 were infinite or NaN before their cast</source>
        <translation>%1 dieser %2 waren schon vor der Umwandlung unendlich oder NaN</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>.</source>
        <translation>.</translation>
    </message>
    <message>
        <source>A scale of %1 would keep all but %2.</source>
        <translation>Ein Skalierungsfaktor von %1 würde alles bis auf %2 erhalten.</translation>
    </message>
    <message>
        <source>A scale of %1 would keep nearly all of it.</source>
        <translation>Ein Skalierungsfaktor von %1 würde fast alles davon erhalten.</translation>
    </message>
    <message>
        <source>Even a scale of %1 would lose %3, and beyond it %2 overflows. BF16 or FP32 for this layer has the range.</source>
        <translation>Selbst ein Skalierungsfaktor von %1 würde %3 verlieren, und darüber läuft %2 über. BF16 oder FP32 für diese Schicht hat den Wertebereich.</translation>
    </message>
    <message>
        <source>A larger scale would make %1 overflow: BF16 or FP32 for this layer has the range.</source>
        <translation>Ein größerer Skalierungsfaktor ließe %1 überlaufen: BF16 oder FP32 für diese Schicht hat den Wertebereich.</translation>
    </message>
    <message>
        <source>The direction differs from FP32&apos;s because of rounding, here or in later layers. No loss scale cures that; more fraction bits do.</source>
        <translation>Die Richtung weicht durch Rundung von der in FP32 ab, hier oder in späteren Schichten. Dagegen hilft kein Skalierungsfaktor, sondern mehr Mantissenbits.</translation>
    </message>
    <message>
        <source>Gradients below the format&apos;s range explain %1 of it. The rest comes from the forward pass, where a rounded activation becomes zero or falls on the other side of a ReLU.</source>
        <translation>Gradienten unterhalb des Wertebereichs erklären davon %1. Der Rest kommt aus dem Vorwärtsdurchlauf, wo eine gerundete Aktivierung null wird oder auf die andere Seite einer ReLU fällt.</translation>
    </message>
    <message>
        <source>%1 of the nonzero values are flushed in this cast.</source>
        <translation>%1 der von null verschiedenen Werte werden bei dieser Umwandlung zu null gerundet.</translation>
    </message>
    <message>
        <source>The norm lost cannot be estimated: </source>
        <translation>Die verlorene Norm lässt sich nicht schätzen: </translation>
    </message>
    <message>
        <source>there is no shadow of it yet.</source>
        <translation>Es gibt davon noch keinen FP32-Schatten.</translation>
    </message>
    <message>
        <source>this run has no shadow (its interval is 0).</source>
        <translation>Dieser Lauf hat keinen FP32-Schatten (sein Intervall ist 0).</translation>
    </message>
    <message>
        <source>this run has no shadow.</source>
        <translation>Dieser Lauf hat keinen FP32-Schatten.</translation>
    </message>
    <message>
        <source>All zero, in FP32 too: nothing is lost.</source>
        <translation>Alles null, auch in FP32: Nichts geht verloren.</translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s gradient norm is lost, beginning in layer %2 (cosine with FP32 %3).</source>
        <translation>%1 der Gradientennorm dieser Schicht gehen verloren, beginnend in Schicht %2 (Kosinus mit FP32 %3).</translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s gradient norm is lost (cosine with FP32 %2).</source>
        <translation>%1 der Gradientennorm dieser Schicht gehen verloren (Kosinus mit FP32 %2).</translation>
    </message>
    <message>
        <source>Healthy: </source>
        <translation>Gesund: </translation>
    </message>
    <message>
        <source>%1 of its values are flushed, but they are too small to matter.</source>
        <translation>%1 der Werte werden zu null gerundet, sind aber zu klein, um ins Gewicht zu fallen.</translation>
    </message>
    <message>
        <source>Its own cast loses almost nothing: the incoming gradient is already zero.</source>
        <translation>Die eigene Umwandlung verliert fast nichts: Der ankommende Gradient ist bereits null.</translation>
    </message>
    <message>
        <source>All updates are zero: nothing is learned here.</source>
        <translation>Alle Updates sind null: Hier wird nichts gelernt.</translation>
    </message>
    <message>
        <source>%1 of the nonzero updates have no effect: they are below half the gap to the weight&apos;s next number in %2.</source>
        <translation>%1 der von null verschiedenen Updates haben keine Wirkung: Sie liegen unter dem halben Abstand zur nächsten Zahl des Gewichts in %2.</translation>
    </message>
    <message>
        <source>With FP32 master weights it would be %1.</source>
        <translation>Mit FP32-Mastergewichten wären es %1.</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>no estimate</source>
        <translation>ohne Schätzung</translation>
    </message>
    <message>
        <source>all zero</source>
        <translation>alles null</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>cosine %1</source>
        <translation>Kosinus %1</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 verloren</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>inf</source>
        <translation>inf</translation>
    </message>
    <message>
        <source>There is no histogram of it yet.</source>
        <translation>Davon gibt es noch kein Histogramm.</translation>
    </message>
    <message>
        <source>(Shadow of step %1.)</source>
        <translation>(Schatten von Schritt %1.)</translation>
    </message>
    <message>
        <source>These %1 fit %2: %3 of their norm is flushed, nothing overflows.</source>
        <translation>Diese %1 passen in %2: %3 ihrer Norm wird zu null gerundet, nichts läuft über.</translation>
    </message>
    <message>
        <source>Other numbers of the run are inf or NaN.</source>
        <translation>Andere Zahlen des Laufs sind inf oder NaN.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, </source>
        <translation>%1, </translation>
    </message>
    <message>
        <source>, loss scale %1</source>
        <translation>, Skalierungsfaktor %1</translation>
    </message>
    <message>
        <source>%1: %2step %3, %4%5</source>
        <translation>%1: %2Schritt %3, %4%5</translation>
    </message>
    <message>
        <source>Inf or NaN. </source>
        <translation>Inf oder NaN. </translation>
    </message>
    <message>
        <source>First inf or NaN: step %1</source>
        <translation>Erstes inf oder NaN: Schritt %1</translation>
    </message>
    <message>
        <source>, in %1</source>
        <translation>, in %1</translation>
    </message>
    <message>
        <source> (%1, in the backward pass)</source>
        <translation> (%1, im Rückwärtsdurchlauf)</translation>
    </message>
    <message>
        <source>. The update was skipped; a lower loss scale cures it.</source>
        <translation>. Das Update wurde übersprungen; ein kleinerer Skalierungsfaktor behebt es.</translation>
    </message>
    <message>
        <source>. The update was not skipped: the weights now contain inf or NaN.</source>
        <translation>. Das Update wurde nicht übersprungen: Die Gewichte enthalten nun inf oder NaN.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Training steps done, of those planned</source>
        <translation>Trainingsschritte, bisher und geplant</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>batch loss</source>
        <translation>Batchverlust</translation>
    </message>
    <message>
        <source>Mean cross-entropy of the latest batch, unscaled</source>
        <translation>Mittlere Kreuzentropie des letzten Batches, unskaliert</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>The loss scale that the latest step used</source>
        <translation>Der Skalierungsfaktor im letzten Schritt</translation>
    </message>
    <message>
        <source>skipped steps</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>Steps without an update: inf or NaN among the scaled gradients</source>
        <translation>Schritte ohne Update: inf oder NaN unter den skalierten Gradienten</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>Nonzero gradients that the cast turned into zero</source>
        <translation>Von null verschiedene Gradienten, die durch die Umwandlung null wurden</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>inf/NaN</source>
        <translation>inf/NaN</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>fortgesetzt</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>adopted</source>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>step %1 skipped: inf or NaN</source>
        <translation>Schritt %1 übersprungen: inf oder NaN</translation>
    </message>
    <message>
        <source> first in %1</source>
        <translation> zuerst in %1</translation>
    </message>
    <message numerus="yes">
        <source> (%1 values)</source>
        <translation>
            <numerusform> (%1 Wert)</numerusform>
            <numerusform> (%1 Werte)</numerusform>
        </translation>
    </message>
    <message>
        <source>loss scale grows</source>
        <translation>Skalierungsfaktor wächst</translation>
    </message>
    <message>
        <source>scaling changed</source>
        <translation>Skalierung geändert</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> in %1</translation>
    </message>
    <message numerus="yes">
        <source>, %1 values</source>
        <translation>
            <numerusform>, %1 Wert</numerusform>
            <numerusform>, %1 Werte</numerusform>
        </translation>
    </message>
    <message>
        <source>, update skipped</source>
        <translation>, Update übersprungen</translation>
    </message>
    <message>
        <source>No loss scaling: the scale stays 1, there is no countdown, and no step is skipped, so inf and NaN reach the weights. The headroom tells which scale these gradients would allow.</source>
        <translation>Keine Verlustskalierung: Der Faktor bleibt 1, es gibt keinen Countdown, und kein Schritt wird übersprungen, sodass inf und NaN die Gewichte erreichen. Die Reserve sagt, welchen Faktor diese Gradienten erlauben würden.</translation>
    </message>
    <message>
        <source>A static scale never changes, so there is no countdown; a step with inf or NaN is skipped.</source>
        <translation>Ein statischer Faktor ändert sich nie, also gibt es keinen Countdown; ein Schritt mit inf oder NaN wird übersprungen.</translation>
    </message>
    <message>
        <source>The scale is at its ceiling, %1: it does not grow further.</source>
        <translation>Der Faktor ist an seiner Obergrenze, %1: Er wächst nicht weiter.</translation>
    </message>
    <message>
        <source>The scale was lowered to 0 and cannot grow from there. Inf and NaN that remain at every scale are not caused by the scale.</source>
        <translation>Der Faktor wurde bis auf 0 gesenkt und kann von dort nicht wachsen. inf und NaN, die bei jedem Faktor bleiben, kommen nicht vom Faktor.</translation>
    </message>
    <message>
        <source> when the run ended.</source>
        <translation>. Der Lauf endete vorher.</translation>
    </message>
    <message>
        <source>%1: no headroom, inf or NaN among %2 in %3.</source>
        <translation>%1: keine Reserve, inf oder NaN unter %2 in %3.</translation>
    </message>
    <message>
        <source>%1: its gradients are all zero, so nothing can overflow.</source>
        <translation>%1: Die Gradienten sind alle null, also kann nichts überlaufen.</translation>
    </message>
    <message>
        <source>%1: %2%3 bits. The largest of %4 is %5, %6 holds up to %7</source>
        <translation>%1: %2%3&#xa0;Bit. Der größte Wert von %4 ist %5, %6 reicht bis %7</translation>
    </message>
    <message>
        <source>at least </source>
        <translation>mindestens </translation>
    </message>
    <message>
        <source>: the loss scale could be %1 times as large.</source>
        <translation>: Der Skalierungsfaktor könnte %1-mal so groß sein.</translation>
    </message>
    <message>
        <source>: the next doubling overflows.</source>
        <translation>: Die nächste Verdopplung läuft über.</translation>
    </message>
    <message>
        <source>Emulated: computed in FP32 and rounded, so it says nothing about the speed of a device that has the format.</source>
        <translation>Emuliert: in FP32 gerechnet und gerundet; über die Geschwindigkeit eines Geräts mit diesem Format sagt das nichts.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1, %2: %3, %4 FP32&apos;s.</source>
        <translation>%1, %2: %3, %4 so viel wie in FP32.</translation>
    </message>
    <message>
        <source> With %1: %2, %3 of that.</source>
        <translation> Mit %1: %2, %3 davon.</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>%1: %2 of the step, %3 µs a call.</source>
        <translation>%1: %2 des Schritts, %3&#xa0;µs je Aufruf.</translation>
    </message>
    <message>
        <source> %1 GB/s.</source>
        <translation> %1&#xa0;GB/s.</translation>
    </message>
    <message>
        <source> At %1 FLOP per byte it is %2, and reaches %3 of that limit.</source>
        <translation> Mit %1 FLOP je Byte ist es %2 und erreicht %3 dieser Grenze.</translation>
    </message>
    <message>
        <source>memory-bound</source>
        <translation>speicherbegrenzt</translation>
    </message>
    <message>
        <source>compute-bound</source>
        <translation>rechenbegrenzt</translation>
    </message>
    <message>
        <source> Far below the limit, most of the time is spent on starting and waiting.</source>
        <translation> Weit unter der Grenze vergeht die meiste Zeit mit Starten und Warten.</translation>
    </message>
    <message>
        <source> More than the limit: its data stay in the cache.</source>
        <translation> Mehr als die Grenze: Die Daten bleiben im Cache.</translation>
    </message>
    <message>
        <source>× FP32</source>
        <translation>× FP32</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>odd size</source>
        <translation>ungerade</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>× FP32, same size</source>
        <translation>× FP32, gleiche Größe</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Thin bar and “odd size”: with sizes one smaller, not multiples of 8</source>
        <translation>Dünner Balken und „ungerade“: mit um eins kleineren Größen, keine Vielfachen von 8</translation>
    </message>
    <message>
        <source>Noisy: the device did other work too, and repetitions differ by up to %1. Smaller differences mean nothing.</source>
        <translation>Verrauscht: Das Gerät tat auch anderes, und Wiederholungen unterscheiden sich um bis zu %1. Kleinere Unterschiede bedeuten nichts.</translation>
    </message>
    <message>
        <source>the product</source>
        <translation>das Produkt</translation>
    </message>
    <message>
        <source>the convolution</source>
        <translation>die Faltung</translation>
    </message>
    <message>
        <source>%1 in %2 reaches %3</source>
        <translation>%1 in %2 erreicht %3</translation>
    </message>
    <message>
        <source>Throughput with sizes one smaller, not multiples of 8, against the full size: %1.</source>
        <translation>Durchsatz mit um eins kleineren Größen, keinen Vielfachen von 8, gegenüber der vollen Größe: %1.</translation>
    </message>
    <message>
        <source>Hatched figures are emulated: computed in FP32 and rounded. An emulated format says nothing about the speed of a device that has it.</source>
        <translation>Schraffierte Werte sind emuliert: in FP32 gerechnet und gerundet. Ein emuliertes Format sagt nichts über die Geschwindigkeit eines Geräts, das es hat.</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>of limit</source>
        <translation>der Grenze</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>share of time</source>
        <translation>Zeitanteil</translation>
    </message>
    <message>
        <source>FLOP / byte</source>
        <translation>FLOP / Byte</translation>
    </message>
    <message>
        <source>share of limit</source>
        <translation>Anteil der Grenze</translation>
    </message>
    <message>
        <source>native peak (B)</source>
        <translation>Spitze nativ (B)</translation>
    </message>
    <message>
        <source>held here (B)</source>
        <translation>hier belegt (B)</translation>
    </message>
    <message>
        <source>Stored natively, %1 would not need less memory than FP32 up to batch %2.</source>
        <translation>Nativ gespeichert bräuchte %1 bis Batch %2 nicht weniger Speicher als FP32.</translation>
    </message>
    <message>
        <source>Stored natively, %1 would need less memory than FP32 from batch %2 on</source>
        <translation>Nativ gespeichert bräuchte %1 ab Batch %2 weniger Speicher als FP32</translation>
    </message>
    <message>
        <source>, by more than %1.</source>
        <translation>, um mehr als %1.</translation>
    </message>
    <message>
        <source>, by more than %1 from batch %2 on.</source>
        <translation>, ab Batch %2 um mehr als %1.</translation>
    </message>
    <message>
        <source>, but never by more than %1.</source>
        <translation>, aber nie um mehr als %1.</translation>
    </message>
    <message>
        <source>At batch %1 they save %2</source>
        <translation>Bei Batch %1 spart das %2</translation>
    </message>
    <message>
        <source>At batch %1 they save nothing</source>
        <translation>Bei Batch %1 spart das nichts</translation>
    </message>
    <message>
        <source>At batch %1 they need %2 more</source>
        <translation>Bei Batch %1 braucht das %2 mehr</translation>
    </message>
    <message>
        <source>: %1 are master weights and optimizer state, which stay as they are</source>
        <translation>: %1 sind Mastergewichte und Optimiererzustand, die bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>%1 could not be planned: %2</source>
        <translation>%1 ließ sich nicht planen: %2</translation>
    </message>
    <message>
        <source>The largest batch is being planned …</source>
        <translation>Der größte Batch wird gerade geplant…</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>not even one image</source>
        <translation>nicht einmal ein Bild</translation>
    </message>
    <message>
        <source>Largest batch whose step fits, stored natively: %1.</source>
        <translation>Größter Batch, dessen Schritt passt, nativ gespeichert: %1.</translation>
    </message>
    <message>
        <source> %1 is the most that can be set.</source>
        <translation> Mehr als %1 lässt sich nicht einstellen.</translation>
    </message>
    <message>
        <source>Allocated: the run “%1” holds %2, including evaluation, counters and shadow; the planned peak of its step is %3.</source>
        <translation>Wirklich belegt: Der Lauf „%1“ hält %2, auch für Auswertung, Zähler und Schatten; die geplante Spitze seines Schritts ist %3.</translation>
    </message>
    <message>
        <source>The loss scale moves gradients only: choose weight gradients or activation gradients.</source>
        <translation>Ein Skalierungsfaktor verschiebt nur Gradienten: Gewichts- oder Aktivierungsgradienten wählen.</translation>
    </message>
    <message>
        <source>no estimate: there is no shadow of this tensor yet</source>
        <translation>keine Schätzung: Zu diesem Tensor gibt es noch keinen FP32-Schatten</translation>
    </message>
    <message>
        <source>no estimate: this run has no shadow</source>
        <translation>keine Schätzung: Dieser Lauf hat keinen FP32-Schatten</translation>
    </message>
    <message>
        <source>× %1: </source>
        <translation>× %1: </translation>
    </message>
    <message>
        <source>would rescue %1, would overflow %2</source>
        <translation>würde %1 retten, würde %2 überlaufen lassen</translation>
    </message>
    <message>
        <source>, would flush %1 more</source>
        <translation>, würde %1 mehr zu null runden</translation>
    </message>
    <message>
        <source>, but %1 would overflow</source>
        <translation>, aber %1 liefe über</translation>
    </message>
    <message>
        <source>. Let go or press Enter: loss scale %1. Esc: back.</source>
        <translation>. Loslassen oder Eingabetaste: Skalierungsfaktor %1. Esc: zurück.</translation>
    </message>
    <message>
        <source>. What-if only: this run has ended, nothing is set. Esc: back.</source>
        <translation>. Nur „was wäre, wenn“: Dieser Lauf ist beendet, nichts wird gesetzt. Esc: zurück.</translation>
    </message>
    <message>
        <source> Beyond the best scale %1 overflows first.</source>
        <translation> Über dem besten Faktor läuft zuerst %1 über.</translation>
    </message>
    <message>
        <source>%1 keeps %2 significant bits: an update smaller than half the gap to the next number has no effect, however often it is repeated.</source>
        <translation>%1 behält %2 signifikante Bits: Ein Update unter dem halben Abstand zur nächsten Zahl hat keine Wirkung, so oft es auch wiederholt wird.</translation>
    </message>
    <message>
        <source>%1: all updates of this step were zero.</source>
        <translation>%1: Alle Updates dieses Schritts waren null.</translation>
    </message>
    <message>
        <source>%1: %2 of its updates had no effect</source>
        <translation>%1: %2 der Updates hatten keine Wirkung</translation>
    </message>
    <message>
        <source>. Its weights are FP32, so master weights make no difference.</source>
        <translation>. Die Gewichte sind FP32, also machen Mastergewichte keinen Unterschied.</translation>
    </message>
    <message>
        <source>%1: only %2 of its updates had no effect; without FP32 master weights it would be %3.</source>
        <translation>%1: nur %2 der Updates hatten keine Wirkung; ohne FP32-Mastergewichte wären es %3.</translation>
    </message>
    <message>
        <source>, although it has FP32 master weights; without them it would be %1.</source>
        <translation>, obwohl es FP32-Mastergewichte gibt; ohne sie wären es %1.</translation>
    </message>
    <message>
        <source>; with FP32 master weights it would be %1.</source>
        <translation>; mit FP32-Mastergewichten wären es %1.</translation>
    </message>
    <message>
        <source> (%1 without stochastic rounding)</source>
        <translation> (%1 ohne stochastisches Runden)</translation>
    </message>
    <message>
        <source>%1 percentage points</source>
        <translation>%1 Prozentpunkte</translation>
    </message>
    <message>
        <source>%1 (“1”)</source>
        <translation>%1 („1“)</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>it has more records here than in the file, from %1 on</source>
        <translation>hier hat er mehr Einträge als in der Datei, ab %1</translation>
    </message>
    <message>
        <source>it has more records in the file than here, from %1 on</source>
        <translation>in der Datei hat er mehr Einträge als hier, ab %1</translation>
    </message>
    <message>
        <source>its records differ from those here, from %1 on</source>
        <translation>seine Einträge unterscheiden sich von den hiesigen, ab %1</translation>
    </message>
    <message>
        <source>%1 brought back from the deleted</source>
        <translation>%1 aus den gelöschten zurückgeholt</translation>
    </message>
    <message>
        <source>Not imported: a run is here already under the same id (%1), and %2.</source>
        <translation>Nicht importiert: Unter derselben Kennung (%1) ist schon ein Lauf da, und %2.</translation>
    </message>
    <message>
        <source>Not imported: “%1” is here already under the same id (%2), and %3.</source>
        <translation>Nicht importiert: „%1“ ist unter derselben Kennung (%2) schon da, und %3.</translation>
    </message>
    <message>
        <source>To have it, delete the one here for good, or import into another library.</source>
        <translation>Um ihn zu bekommen, löschen Sie den hiesigen endgültig, oder importieren Sie ihn in eine andere Bibliothek.</translation>
    </message>
    <message>
        <source>%1 % interval %2 to %3 percentage points</source>
        <translation>%1-%-Intervall %2 bis %3 Prozentpunkte</translation>
    </message>
    <message>
        <source>nothing measured</source>
        <translation>nichts gemessen</translation>
    </message>
    <message>
        <source>one run: no claim</source>
        <translation>ein Lauf: keine Aussage</translation>
    </message>
    <message>
        <source>%1 runs: no claim (a claim needs %2 paired seeds)</source>
        <translation>%1 Läufe: keine Aussage (sie braucht %2 gepaarte Startwerte)</translation>
    </message>
    <message>
        <source>no difference between %1 and %2 can be resolved here (%3 paired seeds, %4)</source>
        <translation>zwischen %1 und %2 lässt sich hier kein Unterschied auflösen (%3 gepaarte Startwerte, %4)</translation>
    </message>
    <message>
        <source>%1 is %2 percentage points above %3 (%4 paired seeds, %5)</source>
        <translation>%1 liegt %2 Prozentpunkte über %3 (%4 gepaarte Startwerte, %5)</translation>
    </message>
    <message>
        <source>%1 is %2 percentage points below %3 (%4 paired seeds, %5)</source>
        <translation>%1 liegt %2 Prozentpunkte unter %3 (%4 gepaarte Startwerte, %5)</translation>
    </message>
    <message>
        <source>; %1 without a result</source>
        <translation>; %1 ohne Ergebnis</translation>
    </message>
    <message>
        <source>%1 of the nonzero updates had no effect. With stochastic rounding that is normal: on average the others are too large by as much.</source>
        <translation>%1 der von null verschiedenen Updates hatten keine Wirkung. Bei stochastischem Runden ist das normal: Im Mittel sind die anderen um ebenso viel zu groß.</translation>
    </message>
    <message>
        <source>the device itself</source>
        <translation>das Gerät selbst</translation>
    </message>
    <message>
        <source>Largest batch that fits on this device, evaluation, counters and the data set included: %1.</source>
        <translation>Größter Batch, der auf dieses Gerät passt, Auswertung, Zähler und Datensatz eingeschlossen: %1.</translation>
    </message>
    <message>
        <source>taken as they are</source>
        <translation>genommen, wie sie sind</translation>
    </message>
    <message>
        <source>rounded to nearest, ties to even</source>
        <translation>zur nächsten Zahl gerundet, bei Gleichstand zur geraden</translation>
    </message>
    <message>
        <source>rounded to nearest, ties away from zero</source>
        <translation>zur nächsten Zahl gerundet, bei Gleichstand von null weg</translation>
    </message>
    <message>
        <source>truncated</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>rounded in some other way</source>
        <translation>auf andere Weise gerundet</translation>
    </message>
    <message>
        <source>%1 to nearest</source>
        <translation>%1 zur nächsten Zahl</translation>
    </message>
    <message>
        <source>%1 truncated</source>
        <translation>%1 abgeschnitten</translation>
    </message>
    <message>
        <source>%1 in some other way</source>
        <translation>%1 auf andere Weise</translation>
    </message>
    <message>
        <source>How this device&apos;s units round the sums of a product: %1.</source>
        <translation>Wie die Rechenwerke dieses Geräts die Summen eines Produkts runden: %1.</translation>
    </message>
    <message>
        <source>product %1×%2×%3</source>
        <translation>Produkt %1×%2×%3</translation>
    </message>
    <message>
        <source>convolution 3×3, %1 to %2 channels</source>
        <translation>Faltung 3×3, %1 auf %2 Kanäle</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>%1, flushed %2</source>
        <translation>%1, zu null gerundet %2</translation>
    </message>
    <message>
        <source>Flushed: %1 of the elements of the weight gradients, last %2 steps.</source>
        <translation>Zu null gerundet: %1 der Elemente der Gewichtsgradienten, letzte %2 Schritte.</translation>
    </message>
    <message>
        <source>norm lost</source>
        <translation>verlorene Norm</translation>
    </message>
    <message>
        <source>What is lost against FP32 is unknown: there is no shadow.</source>
        <translation>Was gegenüber FP32 verloren ist, ist unbekannt: Es gibt keinen Schatten.</translation>
    </message>
    <message>
        <source>Smallest cosine between a gradient and FP32&apos;s: %1 (%2).</source>
        <translation>Kleinster Kosinus zwischen einem Gradienten und dem von FP32: %1 (%2).</translation>
    </message>
    <message>
        <source>%1 has lost %2 of the norm that it has in FP32 (step %3).</source>
        <translation>%1 hat %2 der Norm verloren, die es in FP32 hat (Schritt %3).</translation>
    </message>
    <message>
        <source> FP32 operands of a TF32 product would be %1; Mantissa rounds them before, to nearest, ties away from zero.</source>
        <translation> FP32-Operanden eines TF32-Produkts würden %1; Mantissa rundet sie vorher zur nächsten Zahl, bei Gleichstand von null weg.</translation>
    </message>
    <message>
        <source>Every element of %1 changes its weight.</source>
        <translation>Jedes Element von %1 ändert sein Gewicht.</translation>
    </message>
    <message>
        <source>%1 of %2 have no effect: they are too small for the weight (page Updates).</source>
        <translation>%1 von %2 haben keine Wirkung: Sie sind zu klein für das Gewicht (Seite „Updates“).</translation>
    </message>
    <message>
        <source>It became infinite or NaN. Nothing checked for that, and it was multiplied into the gradients that follow.</source>
        <translation>Die Zahl wurde unendlich oder NaN. Nichts hat das geprüft, und sie wurde in die folgenden Gradienten hineinmultipliziert.</translation>
    </message>
    <message>
        <source>A reduction in FP32 helps.</source>
        <translation>Eine Reduktion in FP32 hilft.</translation>
    </message>
    <message>
        <source>BF16 helps.</source>
        <translation>BF16 hilft.</translation>
    </message>
    <message>
        <source>The loss scale has been %1 since then, which should keep it: the next shadow will show it.</source>
        <translation>Der Skalierungsfaktor ist seitdem %1, was sie erhalten sollte: Der nächste Schatten wird es zeigen.</translation>
    </message>
    <message>
        <source>This run has no histograms: their interval is 0</source>
        <translation>Dieser Lauf hat keine Histogramme: Ihr Abstand ist 0</translation>
    </message>
    <message>
        <source>This run ended before its first histogram</source>
        <translation>Dieser Lauf endete vor seinem ersten Histogramm</translation>
    </message>
    <message>
        <source>The first histogram comes after a few steps of a run</source>
        <translation>Das erste Histogramm kommt nach einigen Schritten eines Laufs</translation>
    </message>
    <message>
        <source>%1: %2 ms a step here, emulated, without histograms and shadow, timed kernel by kernel.</source>
        <translation>%1: %2&#xa0;ms je Schritt hier, emuliert, ohne Histogramme und Schatten, Kernel für Kernel gemessen.</translation>
    </message>
    <message>
        <source>. What-if only: a ghost keeps its settings, nothing is set. Esc: back.</source>
        <translation>. Nur „was wäre, wenn“: Ein Geist behält seine Einstellungen, nichts wird gesetzt. Esc: zurück.</translation>
    </message>
    <message>
        <source>The loss scale has been %1 since then, which should keep it.</source>
        <translation>Der Skalierungsfaktor ist seitdem %1, was sie erhalten sollte.</translation>
    </message>
    <message>
        <source>No histogram is recorded up to this step</source>
        <translation>Bis zu diesem Schritt ist kein Histogramm aufgezeichnet</translation>
    </message>
    <message>
        <source>no estimate: there is no shadow of this format yet</source>
        <translation>keine Schätzung: Zu diesem Format gibt es noch keinen FP32-Schatten</translation>
    </message>
    <message>
        <source>All of this layer&apos;s %1 are exactly zero before the cast; in FP32 (dashed) they are not: the incoming gradient was lost in a later layer.</source>
        <translation>Alle %1 dieser Schicht sind vor der Umwandlung exakt null; in FP32 (gestrichelt) sind sie es nicht: Der ankommende Gradient ging in einer späteren Schicht verloren.</translation>
    </message>
    <message>
        <source>Against FP32 at step %1: all zero there, too.</source>
        <translation>Gegenüber FP32 in Schritt %1: auch dort alles null.</translation>
    </message>
    <message>
        <source>What these %1 lost in their cast is not recorded.</source>
        <translation>Was diese %1 bei ihrer Umwandlung verloren haben, ist nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>ms a step</source>
        <translation>ms je Schritt</translation>
    </message>
    <message>
        <source>Time from one step to the next, as the training&apos;s own clock has it, over the last 32 steps</source>
        <translation>Zeit von einem Schritt zum nächsten nach der eigenen Uhr des Trainings, über die letzten 32 Schritte</translation>
    </message>
    <message>
        <source>inf/NaN, forward</source>
        <translation>inf/NaN, vorwärts</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>would overflow %1 of what is observed; what it would rescue cannot be seen</source>
        <translation>%1 des Beobachteten liefen über; was gerettet würde, ist nicht zu sehen</translation>
    </message>
    <message>
        <source>. What-if only: nothing is sent to this training. Loss scale %1. Esc: back.</source>
        <translation>. Nur gedacht: An dieses Training wird nichts gesendet. Skalierungsfaktor %1. Esc: zurück.</translation>
    </message>
    <message>
        <source>The largest loss scale at which no gradient of this step would overflow is %1, for the sake of %2.</source>
        <translation>Der größte Skalierungsfaktor, bei dem kein Gradient dieses Schritts überliefe, ist %1, mit Rücksicht auf %2.</translation>
    </message>
    <message>
        <source>The worst here is %1. </source>
        <translation>Am schlechtesten ist hier %1. </translation>
    </message>
    <message>
        <source>%1 of the values are zero in FP32, too: a ReLU that is off passes no gradient back.</source>
        <translation>%1 der Werte sind auch in FP32 null: Ein ReLU, das aus ist, gibt keinen Gradienten zurück.</translation>
    </message>
    <message>
        <source>%1 of the values are 0 in FP32, too: a ReLU is off for every negative input.</source>
        <translation>%1 der Werte sind auch in FP32 0: Ein ReLU ist bei jeder negativen Eingabe aus.</translation>
    </message>
    <message>
        <source>%1 of this layer&apos;s %2 are infinite or NaN.</source>
        <translation>%1 der %2 dieser Schicht sind unendlich oder NaN.</translation>
    </message>
    <message>
        <source>All of this layer&apos;s %1 are zero after the cast, flushed or truly so.</source>
        <translation>Alle %1 dieser Schicht sind nach der Umwandlung null, zu null gerundet oder wirklich.</translation>
    </message>
    <message>
        <source>Observed after the cast: %1 are zero, flushed or truly so; %2 of the others are subnormal in %3.</source>
        <translation>Nach der Umwandlung beobachtet: %1 sind null, zu null gerundet oder wirklich; %2 der übrigen sind in %3 subnormal.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>. What-if only: nothing is written to the file. Esc: back.</source>
        <translation>. Nur „was wäre, wenn“: In die Datei wird nichts geschrieben. Esc: zurück.</translation>
    </message>
    <message>
        <source>Every number of this tensor is zero or not finite.</source>
        <translation>Jede Zahl dieses Tensors ist null oder nicht endlich.</translation>
    </message>
    <message>
        <source>In %1 without a scale: %2 of the norm lost, %3 of the numbers flushed, %4 subnormal, %5 too large.</source>
        <translation>In %1 ohne Skalierung: %2 der Norm verloren, %3 der Zahlen zu null gerundet, %4 subnormal, %5 zu groß.</translation>
    </message>
    <message>
        <source>No scale down to %1 leaves enough room above.</source>
        <translation>Kein Skalierungsfaktor bis hinab zu %1 lässt oben genug Platz.</translation>
    </message>
    <message>
        <source>The best scale still loses %1 of the norm.</source>
        <translation>Auch der beste Skalierungsfaktor verliert %1 der Norm.</translation>
    </message>
    <message>
        <source>Scales from %1 to %2 lose least and leave two bits above the largest number.</source>
        <translation>Skalierungsfaktoren von %1 bis %2 verlieren am wenigsten und lassen zwei Bit über der größten Zahl.</translation>
    </message>
    <message>
        <source>%1 of the steps</source>
        <translation>%1 der Schritte</translation>
    </message>
    <message>
        <source>The scale has grown to infinity and stays there, since half of infinity is infinity: every step is skipped.</source>
        <translation>Der Skalierungsfaktor ist auf unendlich gewachsen und bleibt dort, denn die Hälfte von unendlich ist unendlich: Jeder Schritt wird übersprungen.</translation>
    </message>
    <message>
        <source>The rule is that of %1.</source>
        <translation>Es gilt die Regel von %1.</translation>
    </message>
    <message>
        <source>The next overflow lowers the scale.</source>
        <translation>Der nächste Überlauf senkt den Skalierungsfaktor.</translation>
    </message>
    <message>
        <source>The next overflow only skips its step, since hysteresis waits for %1.</source>
        <translation>Der nächste Überlauf überspringt nur seinen Schritt, da die Hysterese auf %1 wartet.</translation>
    </message>
    <message>
        <source>The step after the next uses %1.</source>
        <translation>Der übernächste Schritt benutzt %1.</translation>
    </message>
    <message>
        <source>Beside it %1: the scales are the same so far.</source>
        <translation>Daneben %1: Die Skalierungsfaktoren sind bisher gleich.</translation>
    </message>
    <message>
        <source>Beside it %1: the scales part at step %2, %3 here and %4 there.</source>
        <translation>Daneben %1: Die Skalierungsfaktoren trennen sich bei Schritt %2, %3 hier und %4 dort.</translation>
    </message>
    <message>
        <source>Gradients below the format&apos;s range explain %1 of it. The rest comes from the forward pass, where every activation is rounded.</source>
        <translation>Gradienten unterhalb des Wertebereichs erklären davon %1. Der Rest kommt aus dem Vorwärtsdurchlauf, wo jede Aktivierung gerundet wird.</translation>
    </message>
    <message>
        <source>%1 of the values are zero in FP32, too: the answer is read at one token, and what reaches only the others has no gradient.</source>
        <translation>%1 der Werte sind auch in FP32 null: Die Antwort wird an einem Token abgelesen, und was nur die anderen erreicht, hat keinen Gradienten.</translation>
    </message>
    <message>
        <source>%1 of the values are zero in FP32, too: max pooling passes a gradient back to the largest of four, and a ReLU that is off passes none.</source>
        <translation>%1 der Werte sind auch in FP32 null: Max-Pooling gibt den Gradienten nur an die größte von vier Zahlen zurück, und ein ReLU, das aus ist, gibt keinen.</translation>
    </message>
    <message>
        <source>%1: each of its updates had an effect; without FP32 master weights %2 would have none.</source>
        <translation>%1: Alle Updates hatten eine Wirkung; ohne FP32-Mastergewichte hätten %2 keine.</translation>
    </message>
    <message>
        <source>Each weight is the difference of two phase-change devices, which change by noisy pulses of about 0.1 of a weight. Updates are far smaller: they are summed until they are worth a pulse, as FP32 master weights gather what 16 bits would lose.</source>
        <translation>Jedes Gewicht ist die Differenz zweier Phasenwechsel-Bauelemente, die sich durch verrauschte Pulse von etwa 0.1 ändern. Updates sind weit kleiner: Sie werden summiert, bis sie einen Puls wert sind, so wie FP32-Mastergewichte sammeln, was 16 Bit verlieren würden.</translation>
    </message>
    <message>
        <source>The update, from the running mean m = %1 and mean square v = %2: −lr · m / (√v + ε), m and v corrected for their start at zero, and −lr · weight decay · weight where this weight decays.</source>
        <translation>Das Update aus dem gleitenden Mittel m = %1 und dem gleitenden mittleren Quadrat v = %2: −lr · m / (√v + ε), m und v um ihren Start bei null korrigiert, und −lr · Weight-Decay · Gewicht, wo dieses Gewicht ihn hat.</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>The learning rate that the latest step used, its schedule included</source>
        <translation>Die Lernrate, die der letzte Schritt benutzt hat, mit ihrem Plan</translation>
    </message>
    <message>
        <source>%1 overflow</source>
        <translation>%1 Überlauf</translation>
    </message>
    <message>
        <source>%1 inf, NaN</source>
        <translation>%1 inf, NaN</translation>
    </message>
    <message>
        <source>%1 flushed</source>
        <translation>%1 zu null</translation>
    </message>
    <message>
        <source>It is cast to %1 there, which holds all numbers of %2.</source>
        <translation>Dort wird er in %1 umgewandelt, das alle Zahlen von %2 darstellt.</translation>
    </message>
    <message>
        <source>It is rounded to %1 there.</source>
        <translation>Dort wird er auf %1 gerundet.</translation>
    </message>
    <message>
        <source>%1 of the values are zero in FP32, too: a token that is not asked for has no gradient of its own.</source>
        <translation>%1 der Werte sind auch in FP32 null: ein Token, nach dem nicht gefragt ist, hat keinen eigenen Gradienten.</translation>
    </message>
    <message>
        <source>Its own cast loses almost nothing: of the incoming gradient %1 is already zero.</source>
        <translation>Die eigene Umwandlung verliert fast nichts: Vom ankommenden Gradienten sind %1 bereits null.</translation>
    </message>
    <message>
        <source>No control run: runs count as diverged when their batch losses differ by more than %1.</source>
        <translation>Kein Kontrolllauf: Läufe gelten als divergiert, wenn sich ihre Batchverluste um mehr als %1 unterscheiden.</translation>
    </message>
    <message>
        <source>Passes through the training set</source>
        <translation>Durchgänge durch den Trainingsdatensatz</translation>
    </message>
    <message>
        <source>Mean squared error of the latest batch, unscaled</source>
        <translation>Mittlerer quadratischer Fehler des letzten Batches, unskaliert</translation>
    </message>
    <message>
        <source>not even one row</source>
        <translation>nicht einmal eine Zeile</translation>
    </message>
    <message>
        <source>not even one sequence</source>
        <translation>nicht einmal eine Sequenz</translation>
    </message>
    <message>
        <source>%1: the sum overflows from %2 ranks on; of %3 ranks %4 of the averages are infinite.</source>
        <translation>%1: Die Summe läuft ab %2 Ranks über; bei %3 Ranks sind %4 der Mittel unendlich.</translation>
    </message>
    <message>
        <source>%1: from %2 ranks on averages are too small for the format; of %3 ranks %4 of them are zero.</source>
        <translation>%1: Ab %2 Ranks sind Mittel zu klein für das Format; bei %3 Ranks sind %4 davon null.</translation>
    </message>
    <message>
        <source>%1: from %2 ranks on the division makes gradients zero before they are summed; of %3 ranks %4 of them.</source>
        <translation>%1: Ab %2 Ranks macht die Division Gradienten zu null, bevor sie summiert werden; bei %3 Ranks %4 davon.</translation>
    </message>
    <message>
        <source>%1: the sum of %2 ranks is off by %3, since it stops growing once a gradient is less than half of its ulp.</source>
        <translation>%1: Die Summe von %2 Ranks ist um %3 falsch, denn sie wächst nicht mehr, sobald ein Gradient kleiner ist als die Hälfte ihres ulp.</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>doubling</source>
        <translation>Verdopplung</translation>
    </message>
    <message>
        <source>%1: the error stays below %2.</source>
        <translation>%1: Der Fehler bleibt unter %2.</translation>
    </message>
    <message>
        <source>At batch %1, %2.</source>
        <translation>Bei Batch %1, %2.</translation>
    </message>
    <message>
        <source>%1 (emulated)</source>
        <translation>%1 (emuliert)</translation>
    </message>
    <message>
        <source>%1: %2 ms a step, %3 %4, without histograms and shadow, timed kernel by kernel.</source>
        <translation>%1: %2&#xa0;ms je Schritt, %3&#xa0;%4, ohne Histogramme und Schatten, Kernel für Kernel gemessen.</translation>
    </message>
    <message>
        <source>%1 of the values are zero in FP32, too: their input is 0 for the whole batch, or their unit receives no gradient.</source>
        <translation>%1 der Werte sind auch in FP32 null: Ihr Eingang ist für den ganzen Batch 0, oder ihr Neuron bekommt keinen Gradienten.</translation>
    </message>
    <message>
        <source>%1 of the values are 0 in FP32, too: a ReLU is off for every negative input, and a convolution without a bias makes 0 of an image&apos;s black ground.</source>
        <translation>%1 der Werte sind auch in FP32 0: Eine ReLU ist bei jedem negativen Eingang aus, und eine Faltung ohne Bias macht aus dem schwarzen Grund eines Bildes 0.</translation>
    </message>
    <message>
        <source>There is no plan for %1: weights that are phase-change devices do the products themselves, and all else is FP32.</source>
        <translation>Für %1 gibt es keinen Plan: Gewichte aus Phasenwechselspeicher bilden die Produkte selbst, und alles andere ist FP32.</translation>
    </message>
    <message>
        <source>%1 of that peak is scratch memory inside the kernels, which all runs on the device share; Live&apos;s chart counts it as workspace, with the step&apos;s own temporary tensors.</source>
        <translation>%1 dieser Spitze ist Zwischenspeicher in den Kernels, den alle Läufe auf dem Gerät teilen; das Diagramm auf Live zählt ihn zum Arbeitspuffer, zusammen mit den vorübergehenden Tensoren des Schritts.</translation>
    </message>
    <message>
        <source>Kept in FP32: nothing is lost to a format&apos;s range.</source>
        <translation>In FP32 gehalten: An den Wertebereich eines Formats geht nichts verloren.</translation>
    </message>
    <message>
        <source>Any scale will do</source>
        <translation>Jeder Faktor genügt</translation>
    </message>
    <message>
        <source>Any scale up to %1 will do</source>
        <translation>Jeder Faktor bis %1 genügt</translation>
    </message>
    <message>
        <source>Against FP32 at step %1: %2 of the norm lost, cosine %3; of FP32&apos;s nonzero values %4 are zero here.</source>
        <translation>Gegenüber FP32 bei Schritt %1: %2 der Norm verloren, Kosinus %3; von den Werten ungleich null in FP32 sind hier %4 null.</translation>
    </message>
    <message>
        <source> Most of these zeros are upstream underflow: the incoming gradient was already zero, which this estimate cannot see.</source>
        <translation> Die meisten dieser Nullen sind vorgelagerter Unterlauf: Der ankommende Gradient war schon null, was diese Schätzung nicht sieht.</translation>
    </message>
    <message>
        <source> In its own cast this gradient keeps at least 99.9 % of its norm at any scale from %1 to %2.</source>
        <translation> Bei der eigenen Umwandlung behält dieser Gradient mit jedem Faktor von %1 bis %2 mindestens 99.9 % seiner Norm.</translation>
    </message>
    <message>
        <source>%1: without one no gradient of this network loses more than 0.1 % of its norm in its own cast.</source>
        <translation>%1: Ohne Faktor verliert kein Gradient dieses Netzes bei der eigenen Umwandlung mehr als 0.1 % seiner Norm.</translation>
    </message>
    <message>
        <source>The direction differs from FP32&apos;s because the normalisations compute their statistics in %1, here or in other layers. No loss scale cures that; statistics in FP32 do.</source>
        <translation>Die Richtung weicht von der in FP32 ab, weil die Normalisierungen ihre Statistik in %1 rechnen, hier oder in anderen Schichten. Dagegen hilft kein Skalierungsfaktor, sondern eine Statistik in FP32.</translation>
    </message>
    <message>
        <source>Gradients below the format&apos;s range explain %1 of it. The rest comes from the forward pass, where the normalisations compute their statistics in %2: statistics in FP32 cure that.</source>
        <translation>Gradienten unterhalb des Wertebereichs erklären davon %1. Der Rest kommt aus dem Vorwärtsdurchlauf, wo die Normalisierungen ihre Statistik in %2 rechnen: Eine Statistik in FP32 behebt das.</translation>
    </message>
    <message>
        <source>norm lost, %1</source>
        <translation>Norm verloren, %1</translation>
    </message>
    <message>
        <source>addition</source>
        <translation>Addition</translation>
    </message>
    <message>
        <source>class token</source>
        <translation>Klassentoken</translation>
    </message>
    <message>
        <source>concat</source>
        <translation>Verkettung</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>up-convolution</source>
        <translation>Aufwärtsfaltung</translation>
    </message>
    <message>
        <source>flatten</source>
        <translation>Abflachen</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source> Beyond a scale of %1 %2 overflows first.</source>
        <translation> Über einem Faktor von %1 läuft zuerst %2 über.</translation>
    </message>
    <message numerus="yes">
        <source>test, %1 images</source>
        <translation>
            <numerusform>Test, %1 Bild</numerusform>
            <numerusform>Test, %1 Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%2 layers)</source>
        <translation>
            <numerusform>%1 (%2 Schicht)</numerusform>
            <numerusform>%1 (%2 Schichten)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>pixels, %1 images</source>
        <translation>
            <numerusform>Pixel, %1 Bild</numerusform>
            <numerusform>Pixel, %1 Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>PSNR, %1 images</source>
        <translation>
            <numerusform>PSNR, %1 Bild</numerusform>
            <numerusform>PSNR, %1 Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tokens right, %1 texts</source>
        <translation>
            <numerusform>richtige Token, %1 Text</numerusform>
            <numerusform>richtige Token, %1 Texte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>test, %1 texts</source>
        <translation>
            <numerusform>Test, %1 Text</numerusform>
            <numerusform>Test, %1 Texte</numerusform>
        </translation>
    </message>
    <message>
        <source>On the test set: %1 of its samples while training, all at the end of an epoch</source>
        <translation>Auf dem Testdatensatz: %1 seiner Beispiele während des Trainings, alle am Ende einer Epoche</translation>
    </message>
    <message numerus="yes">
        <source>R², %1 rows</source>
        <translation>
            <numerusform>R², %1 Zeile</numerusform>
            <numerusform>R², %1 Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Its last states, to which it can be rewound, take at most %1 of the computer&apos;s memory beside that.</source>
        <translation>Seine letzten Stände, zu denen er zurückgehen kann, belegen daneben höchstens %1 vom Speicher des Computers.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs imported</source>
        <translation>
            <numerusform>%n Lauf importiert</numerusform>
            <numerusform>%n Läufe importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were here already</source>
        <translation>
            <numerusform>%n war schon da</numerusform>
            <numerusform>%n waren schon da</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs deleted in the file left out</source>
        <translation>
            <numerusform>%n in der Datei gelöschter Lauf ausgelassen</numerusform>
            <numerusform>%n in der Datei gelöschte Läufe ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seeds are still to come.</source>
        <translation>
            <numerusform>%n Startwert steht noch aus.</numerusform>
            <numerusform>%n Startwerte stehen noch aus.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The scale grows after %n steps in a row without inf or NaN: %1 done, %2 to go</source>
        <translation>
            <numerusform>Der Faktor wächst nach %n Schritt ohne inf oder NaN: %1 getan, noch %2</numerusform>
            <numerusform>Der Faktor wächst nach %n Schritten in Folge ohne inf oder NaN: %1 getan, noch %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, but only %n steps are left: it will not grow again.</source>
        <translation>
            <numerusform>, aber es bleibt nur %n Schritt: Der Faktor wächst nicht mehr.</numerusform>
            <numerusform>, aber es bleiben nur %n Schritte: Der Faktor wächst nicht mehr.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, but only %n steps are left: it will never grow. A shorter interval would let it.</source>
        <translation>
            <numerusform>, aber es bleibt nur %n Schritt: Der Faktor wächst nie. Ein kürzeres Intervall ließe es zu.</numerusform>
            <numerusform>, aber es bleiben nur %n Schritte: Der Faktor wächst nie. Ein kürzeres Intervall ließe es zu.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sequences</source>
        <translation>
            <numerusform>%n Sequenz</numerusform>
            <numerusform>%n Sequenzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images</source>
        <translation>
            <numerusform>%n Bild</numerusform>
            <numerusform>%n Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pulses</source>
        <translation>
            <numerusform>%1 Puls</numerusform>
            <numerusform>%1 Pulse</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 so far. Updates are not gathered: %3 of this step&apos;s were smaller than a pulse and are lost.</source>
        <translation>%1: bisher %2. Updates werden nicht gesammelt: %3 der Updates dieses Schritts waren kleiner als ein Puls und sind verloren.</translation>
    </message>
    <message numerus="yes">
        <source>%1 saturated pairs were written anew</source>
        <translation>
            <numerusform>%1 gesättigtes Paar wurde neu geschrieben</numerusform>
            <numerusform>%1 gesättigte Paare wurden neu geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 so far, %3 an image; %4. The other updates wait in the sum.</source>
        <translation>%1: bisher %2, %3 je Bild; %4. Die übrigen Updates warten in der Summe.</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>%1 · %2 s</source>
        <translation>%1 · %2 s</translation>
    </message>
    <message>
        <source>%1 of its numbers are zero because this processor&apos;s BF16 instructions take what is below 2⁻¹²⁶ for zero.</source>
        <translation>%1 seiner Zahlen sind null, weil die BF16-Befehle dieses Prozessors alles unter 2⁻¹²⁶ als null nehmen.</translation>
    </message>
    <message>
        <source>BF16 helps, or FP32 for %1 and for what overflows after it.</source>
        <translation>BF16 hilft, oder FP32 für %1 und für das, was danach überläuft.</translation>
    </message>
    <message>
        <source>step shown</source>
        <translation>Schritt, gezeigt</translation>
    </message>
    <message>
        <source>no estimate: inf or NaN come out of the forward pass, and no loss scale cures that</source>
        <translation>keine Schätzung: inf oder NaN kommen aus dem Vorwärtsdurchlauf, und kein Skalierungsfaktor heilt das</translation>
    </message>
    <message>
        <source>As of the step that the timeline shows.</source>
        <translation>Stand des Schritts, den die Zeitleiste zeigt.</translation>
    </message>
    <message>
        <source>Mean loss of the batch.</source>
        <translation>Mittlerer Verlust des Batches.</translation>
    </message>
    <message>
        <source>%1 keeps %2 significant bits. Stochastic rounding takes an update smaller than the gap to the next number whole or not at all, with such a chance that on average none is lost.</source>
        <translation>%1 behält %2 signifikante Bits. Stochastisches Runden führt ein Update, das kleiner ist als der Abstand zur nächsten Zahl, ganz oder gar nicht aus, mit solcher Wahrscheinlichkeit, dass im Mittel nichts verloren geht.</translation>
    </message>
    <message>
        <source>The same seed, initial weights and batches, step by step. But settings were changed on the way, of %1: from step %2 on a difference need not come from the format. The table&apos;s first column chooses the baseline.</source>
        <translation>Derselbe Startwert, dieselben Anfangsgewichte und Batches, Schritt für Schritt. Unterwegs wurden aber Einstellungen geändert, von %1: Ab Schritt %2 muss ein Unterschied nicht vom Format kommen. Die erste Spalte der Tabelle bestimmt den Vergleichslauf.</translation>
    </message>
    <message>
        <source>Hatched: noise, %1 times the largest distance of the control run from the baseline so far. Smaller differences mean nothing. A run counts as diverged when its batch loss leaves that and is more than %2 nats away.</source>
        <translation>Schraffiert: Rauschen, das %1-Fache des größten bisherigen Abstands des Kontrolllaufs vom Vergleichslauf. Kleinere Unterschiede bedeuten nichts. Ein Lauf gilt als divergiert, wenn sein Batch-Verlust das verlässt und mehr als %2 Nat entfernt ist.</translation>
    </message>
    <message>
        <source>Hatched: noise, %1 times the largest distance of the control run from the baseline so far. Smaller differences mean nothing. A run counts as diverged when its batch loss leaves that and is more than %2 away.</source>
        <translation>Schraffiert: Rauschen, das %1-Fache des größten bisherigen Abstands des Kontrolllaufs vom Vergleichslauf. Kleinere Unterschiede bedeuten nichts. Ein Lauf gilt als divergiert, wenn sein Batch-Verlust das verlässt und mehr als %2 entfernt ist.</translation>
    </message>
    <message>
        <source>Nonzero gradients that the cast turned into zero, over all layers and the steps since step %1.</source>
        <translation>Gradienten ungleich null, die der Cast zu null gemacht hat, über alle Schichten und die Schritte seit Schritt %1.</translation>
    </message>
    <message>
        <source>Nonzero gradients that the cast turned into zero, over all layers and steps.</source>
        <translation>Gradienten ungleich null, die der Cast zu null gemacht hat, über alle Schichten und Schritte.</translation>
    </message>
    <message>
        <source>Weight gradients: %1
Activation gradients: %2
Updates lost in the weights: %3</source>
        <translation>Gewichtsgradienten: %1
Aktivierungsgradienten: %2
In den Gewichten verlorene Aktualisierungen: %3</translation>
    </message>
    <message>
        <source>The products read it in %1, quantised as %2 has it.</source>
        <translation>Die Produkte lesen es in %1, quantisiert nach %2.</translation>
    </message>
    <message>
        <source>Limits measured here: %1 in the fastest product for this format, %2 GB/s in copying, each the best of its repetitions (the table has medians). Below %3 FLOP per byte a kernel is memory-bound, above it compute-bound. Far below its limit it spends its time on starting and waiting; above 100 % its data stay in a cache.</source>
        <translation>Hier gemessene Grenzen: %1 im schnellsten Produkt für dieses Format, %2&#xa0;GB/s beim Kopieren, jeweils die beste der Wiederholungen (die Tabelle hat Mediane). Unter %3 FLOP je Byte ist ein Kernel speicherbegrenzt, darüber rechenbegrenzt. Weit unter seiner Grenze verbringt er die Zeit mit Starten und Warten; über 100&#xa0;% bleiben seine Daten in einem Cache.</translation>
    </message>
    <message>
        <source>The weights are kept in FP32, where small updates add up. %1 alone keeps %2 significant bits: there an update smaller than half the gap to the next number has no effect, however often it is repeated.</source>
        <translation>Die Gewichte werden in FP32 gehalten, wo sich kleine Updates summieren. %1 allein behält %2 signifikante Bits: Dort hat ein Update unter dem halben Abstand zur nächsten Zahl keine Wirkung, so oft es auch wiederholt wird.</translation>
    </message>
    <message>
        <source>%1, whole run</source>
        <translation>%1, ganzer Lauf</translation>
    </message>
    <message>
        <source>%1, latest</source>
        <translation>%1, zuletzt</translation>
    </message>
    <message>
        <source>Training samples per second: the mean of all steps, with watching and without evaluations, as in reports.</source>
        <translation>Trainingsbeispiele pro Sekunde: das Mittel aller Schritte, mit Beobachtung und ohne Auswertungen, wie in Berichten.</translation>
    </message>
    <message>
        <source>Training samples per second over the latest quarter of a second, with watching. Reports have the mean of the whole run.</source>
        <translation>Trainingsbeispiele pro Sekunde über die letzte Viertelsekunde, mit Beobachtung. Berichte haben das Mittel des ganzen Laufs.</translation>
    </message>
    <message>
        <source>The time of an emulated precision says nothing about its speed: do not compare it</source>
        <translation>Über die Geschwindigkeit einer emulierten Präzision sagt der Wert nichts: nicht vergleichen</translation>
    </message>
    <message>
        <source>%1 (first at step %2)</source>
        <translation>%1 (zuerst bei Schritt %2)</translation>
    </message>
    <message>
        <source>All zero, in the reference too: dead, or lost in a later layer; which one cannot be told.</source>
        <translation>Alles null, auch in der Referenz: tot oder in einer späteren Schicht verloren; welches, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>How many updates had no effect is unknown for this optimizer. %1 of the weights did not change.</source>
        <translation>Wie viele Updates wirkungslos waren, ist bei diesem Optimierer unbekannt. %1 der Gewichte änderten sich nicht.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Share of a weight gradient&apos;s norm that is missing against FP32, of the layer that lost most</source>
        <translation>Anteil der Norm eines Gewichtsgradienten, der gegenüber FP32 fehlt, in der Schicht, die am meisten verlor</translation>
    </message>
    <message>
        <source>Counted since step %1, where this run went on from another one</source>
        <translation>Gezählt ab Schritt %1, bei dem dieser Lauf einen anderen fortsetzte</translation>
    </message>
    <message>
        <source>%1: %2 of its weights did not change. How many of its updates had no effect is unknown: of this optimizer only the weights before and after its step are recorded.</source>
        <translation>%1: %2 der Gewichte änderten sich nicht. Wie viele Updates wirkungslos waren, ist unbekannt: Von diesem Optimierer sind nur die Gewichte vor und nach seinem Schritt aufgezeichnet.</translation>
    </message>
    <message>
        <source>They are kept in %1, where an update smaller than half the gap to the next number has no effect. FP32 master weights would add such updates up.</source>
        <translation>Sie liegen in %1, wo ein Update unter dem halben Abstand zur nächsten Zahl nichts bewirkt. FP32-Mastergewichte würden solche Updates aufsummieren.</translation>
    </message>
    <message>
        <source>It arose in the forward pass, %1 at step %2.</source>
        <translation>Entstanden im Vorwärtsdurchlauf, %1 bei Schritt %2.</translation>
    </message>
    <message>
        <source>It arose in the backward pass.</source>
        <translation>Entstanden im Rückwärtsdurchlauf.</translation>
    </message>
    <message>
        <source>The same seed, initial weights and batches, step by step: any difference comes from the format. The table&apos;s first column chooses the baseline.</source>
        <translation>Gleicher Startwert, gleiche Anfangsgewichte und Batches, Schritt für Schritt: Jeder Unterschied kommt vom Format. Die erste Spalte der Tabelle wählt den Vergleichslauf.</translation>
    </message>
    <message>
        <source>The same batches, step by step. The runs do not only differ in their format but also in: %1. The table&apos;s first column chooses the baseline.</source>
        <translation>Dieselben Batches, Schritt für Schritt. Die Läufe unterscheiden sich nicht nur im Format, sondern auch in: %1. Die erste Spalte der Tabelle wählt den Vergleichslauf.</translation>
    </message>
    <message>
        <source>skipped since step %1</source>
        <translation>übersprungen seit Schritt %1</translation>
    </message>
    <message>
        <source>The same batches, step by step. The runs differ in: %1. The table&apos;s first column chooses the baseline.</source>
        <translation>Dieselben Batches, Schritt für Schritt. Die Läufe unterscheiden sich in: %1. Die erste Spalte der Tabelle wählt den Vergleichslauf.</translation>
    </message>
    <message>
        <source>Drawn curves</source>
        <translation>Gezeichnete Kurven</translation>
    </message>
    <message>
        <source>Drawn curves: %1</source>
        <translation>Gezeichnete Kurven: %1</translation>
    </message>
    <message>
        <source>Nobody has drawn a curve yet</source>
        <translation>Noch hat niemand eine Kurve gezeichnet</translation>
    </message>
    <message>
        <source>students</source>
        <translation>Lernende</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>%1 ersetzt</translation>
    </message>
    <message>
        <source>Replaced the damaged copy of %1.</source>
        <translation>Die beschädigte Kopie von %1 wurde ersetzt.</translation>
    </message>
    <message>
        <source>Replaced the incomplete copy of %1.</source>
        <translation>Die unvollständige Kopie von %1 wurde ersetzt.</translation>
    </message>
    <message>
        <source>test accuracy %1</source>
        <translation>Testgenauigkeit %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <source>skipped steps: %1</source>
        <translation>übersprungene Schritte: %1</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>Gemessen: %1</translation>
    </message>
    <message>
        <source>Measured, %1: %2</source>
        <translation>Gemessen, %1: %2</translation>
    </message>
    <message>
        <source>It came with the forward pass of step %1</source>
        <translation>Es kam mit dem Vorwärtsdurchlauf von Schritt %1</translation>
    </message>
    <message>
        <source>It was seen in the forward pass, in layer %1 at step %2</source>
        <translation>Es zeigte sich im Vorwärtsdurchlauf, in Schicht %1 bei Schritt %2</translation>
    </message>
    <message>
        <source>, where no loss scale can cure it. </source>
        <translation>, wo kein Skalierungsfaktor es heilen kann. </translation>
    </message>
    <message>
        <source>The norm lost cannot be estimated: the recording has no reference of it.</source>
        <translation>Die verlorene Norm lässt sich nicht schätzen: Die Aufzeichnung hat dafür keine Referenz.</translation>
    </message>
    <message>
        <source>%1 of the values are zero in the reference, too: their input is 0 for the whole batch, or their unit receives no gradient.</source>
        <translation>%1 der Werte sind auch in der Referenz null: Ihre Eingabe ist für den ganzen Batch 0, oder ihre Einheit erhält keinen Gradienten.</translation>
    </message>
    <message>
        <source>%1 of the values are zero.</source>
        <translation>%1 der Werte sind null.</translation>
    </message>
    <message>
        <source>%1 of the norm of these %2 is flushed.</source>
        <translation>%1 der Norm dieser %2 wird zu null gerundet.</translation>
    </message>
    <message>
        <source>A loss scale moves gradients only: BF16 or FP32 for this layer has the range.</source>
        <translation>Ein Skalierungsfaktor verschiebt nur Gradienten: BF16 oder FP32 für diese Schicht hat den Bereich.</translation>
    </message>
    <message>
        <source>learning rates at first</source>
        <translation>Lernraten zu Beginn</translation>
    </message>
    <message numerus="yes">
        <source>learning rate, first of %n</source>
        <translation>
            <numerusform>Lernrate, erste von %n</numerusform>
            <numerusform>Lernrate, erste von %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n groups of parameters have rates of their own, at first: %1. Of the steps the first one&apos;s is recorded.</source>
        <translation>
            <numerusform>%n Gruppe von Parametern hat eine eigene Lernrate, zu Beginn: %1. Von den Schritten ist die der ersten aufgezeichnet.</numerusform>
            <numerusform>%n Gruppen von Parametern haben eigene Lernraten, zu Beginn: %1. Von den Schritten ist die der ersten aufgezeichnet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Actions</name>
    <message>
        <source>De&amp;cision sheet…</source>
        <translation>&amp;Entscheidungsblatt…</translation>
    </message>
    <message>
        <source>Which precision on this device: time, memory, accuracy, and the same in PyTorch</source>
        <translation>Welche Präzision auf diesem Gerät: Zeit, Speicher, Genauigkeit, und dasselbe in PyTorch</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Run, pause, resume</source>
        <translation>Starten, pausieren, fortsetzen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Train one step, then pause</source>
        <translation>Einen Schritt trainieren, dann pausieren</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Slow motion: wait after every step</source>
        <translation>Zeitlupe: nach jedem Schritt warten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>End the run; everything recorded stays</source>
        <translation>Den Lauf beenden; alles Aufgezeichnete bleibt</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Begin again from the same initial weights and the same seed</source>
        <translation>Mit denselben Anfangsgewichten und demselben Startwert neu beginnen</translation>
    </message>
    <message>
        <source>Open &amp;data folder…</source>
        <translation>&amp;Datenordner öffnen…</translation>
    </message>
    <message>
        <source>Train on another folder of IDX files</source>
        <translation>Mit einem anderen Ordner von IDX-Dateien trainieren</translation>
    </message>
    <message>
        <source>Open &amp;MNIST</source>
        <translation>&amp;MNIST öffnen</translation>
    </message>
    <message>
        <source>Train on the MNIST that comes with Mantissa</source>
        <translation>Mit dem MNIST trainieren, das Mantissa mitbringt</translation>
    </message>
    <message>
        <source>Open &amp;preset…</source>
        <translation>&amp;Voreinstellung öffnen…</translation>
    </message>
    <message>
        <source>Use the settings of a preset file</source>
        <translation>Die Einstellungen einer Voreinstellungsdatei verwenden</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Leave Mantissa</source>
        <translation>Mantissa verlassen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Take back the last change of a setting</source>
        <translation>Die letzte Änderung einer Einstellung zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>Die Änderung erneut vornehmen</translation>
    </message>
    <message>
        <source>&amp;Advisor</source>
        <translation>&amp;Berater</translation>
    </message>
    <message>
        <source>One line under the page: what an expert would say about the run</source>
        <translation>Eine Zeile unter der Seite: was eine Fachperson zum Lauf sagen würde</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Hell oder dunkel wie der Desktop</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dark text on light ground</source>
        <translation>Dunkler Text auf hellem Grund</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Light text on dark ground</source>
        <translation>Heller Text auf dunklem Grund</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Größerer Text</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>&amp;Kleinerer Text</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>&amp;Normaler Text</translation>
    </message>
    <message>
        <source>&amp;Welcome</source>
        <translation>&amp;Willkommen</translation>
    </message>
    <message>
        <source>Show the first race again</source>
        <translation>Das erste Rennen wieder zeigen</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>&amp;Tastatur</translation>
    </message>
    <message>
        <source>All shortcuts</source>
        <translation>Alle Tastenkürzel</translation>
    </message>
    <message>
        <source>Worker &amp;log</source>
        <translation>&amp;Protokoll des Rechenprozesses</translation>
    </message>
    <message>
        <source>What the engine has written</source>
        <translation>Was der Rechenprozess geschrieben hat</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>&amp;Diagnose kopieren</translation>
    </message>
    <message>
        <source>Versions, device, settings and the log&apos;s end</source>
        <translation>Versionen, Gerät, Einstellungen und das Ende des Protokolls</translation>
    </message>
    <message>
        <source>&amp;About Mantissa</source>
        <translation>Ü&amp;ber Mantissa</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versionen und Lizenzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause at the next step</source>
        <translation>Beim nächsten Schritt pausieren</translation>
    </message>
    <message>
        <source>Continue training</source>
        <translation>Weiter trainieren</translation>
    </message>
    <message>
        <source>Start training with the settings of the Setup dock</source>
        <translation>Training mit den Einstellungen des Bereichs „Aufbau“ starten</translation>
    </message>
    <message>
        <source>%1 (Space)</source>
        <translation>%1 (Leertaste)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>&amp;Layout zurücksetzen</translation>
    </message>
    <message>
        <source>Docks, columns and sizes as they were at first</source>
        <translation>Bereiche, Spalten und Größen wie am Anfang</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <source>Every term in one sentence, and where it is seen</source>
        <translation>Jeder Begriff in einem Satz, und wo er zu sehen ist</translation>
    </message>
    <message>
        <source>Open &amp;recording…</source>
        <translation>&amp;Aufzeichnung öffnen…</translation>
    </message>
    <message>
        <source>A PyTorch training that mantissa_probe recorded, shown and kept like a run</source>
        <translation>Ein PyTorch-Training, das mantissa_probe aufgezeichnet hat, gezeigt und aufbewahrt wie ein Lauf</translation>
    </message>
    <message>
        <source>&amp;Watch a training…</source>
        <translation>&amp;Training beobachten…</translation>
    </message>
    <message>
        <source>Follow the recording of a training while it grows, here or by ssh on another machine</source>
        <translation>Der Aufzeichnung eines Trainings folgen, während sie wächst, hier oder über ssh auf einem anderen Rechner</translation>
    </message>
    <message>
        <source>&amp;Inspect tensors…</source>
        <translation>Tensoren &amp;untersuchen…</translation>
    </message>
    <message>
        <source>Your own gradients or weights against every format: safetensors, .npy, .npz</source>
        <translation>Eigene Gradienten oder Gewichte gegen jedes Format: safetensors, .npy, .npz</translation>
    </message>
    <message>
        <source>Open &amp;network…</source>
        <translation>&amp;Netz öffnen…</translation>
    </message>
    <message>
        <source>Train a network that a JSON file describes</source>
        <translation>Ein Netz trainieren, das eine JSON-Datei beschreibt</translation>
    </message>
    <message>
        <source>Larger text, up to 200 %</source>
        <translation>Größere Schrift, bis 200 %</translation>
    </message>
    <message>
        <source>Smaller text, down to 100 %</source>
        <translation>Kleinere Schrift, bis 100 %</translation>
    </message>
    <message>
        <source>Text at 100 %</source>
        <translation>Schrift mit 100 %</translation>
    </message>
    <message>
        <source>Several runs selected in the Runs dock, else those on the charts, as a page, a PDF or a table</source>
        <translation>Mehrere im Dock Läufe gewählte Läufe, sonst die in den Diagrammen, als Seite, PDF oder Tabelle</translation>
    </message>
    <message>
        <source>Save rep&amp;ort…</source>
        <translation>Be&amp;richt speichern…</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::AdvisorStrip</name>
    <message>
        <source>Advisor</source>
        <translation>Berater</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Close; View › Advisor brings it back</source>
        <translation>Schließen; Ansicht › Berater holt ihn zurück</translation>
    </message>
    <message>
        <source>Close the advisor</source>
        <translation>Berater schließen</translation>
    </message>
    <message>
        <source>Show the reason</source>
        <translation>Begründung zeigen</translation>
    </message>
    <message>
        <source>Show the next finding</source>
        <translation>Nächsten Befund zeigen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Hide the reason</source>
        <translation>Begründung ausblenden</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Show the next of %1 findings (this is number %2)</source>
        <translation>Den nächsten von %1 Befunden zeigen (dies ist Nummer %2)</translation>
    </message>
    <message>
        <source>From the next step on: %1</source>
        <translation>Ab dem nächsten Schritt: %1</translation>
    </message>
    <message>
        <source>Apply and reset</source>
        <translation>Anwenden und neu starten</translation>
    </message>
    <message>
        <source>Begin again from the same initial weights with %1</source>
        <translation>Mit denselben Anfangsgewichten neu beginnen, mit %1</translation>
    </message>
    <message>
        <source>For the next run</source>
        <translation>Für den nächsten Lauf</translation>
    </message>
    <message>
        <source>Set in the Setup dock: %1</source>
        <translation>Im Bereich „Aufbau“ setzen: %1</translation>
    </message>
    <message>
        <source>No advice on this run so far.</source>
        <translation>Bisher keine Empfehlung zu diesem Lauf.</translation>
    </message>
    <message>
        <source>The advisor says here what an expert would say about a run.</source>
        <translation>Hier sagt der Berater, was eine Fachperson zu einem Lauf sagen würde.</translation>
    </message>
    <message>
        <source>Copy the lines</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Lines of PyTorch for the script of this training:</source>
        <translation>PyTorch-Zeilen für das Skript dieses Trainings:</translation>
    </message>
    <message>
        <source>Find the cause…</source>
        <translation>Ursache finden…</translation>
    </message>
    <message>
        <source>Which cast makes it fail, and the smallest cure; the worker searches for it</source>
        <translation>Welche Umwandlung ihn scheitern lässt und die kleinste Abhilfe; der Rechenprozess sucht danach</translation>
    </message>
    <message>
        <source>Find the cause</source>
        <translation>Ursache suchen</translation>
    </message>
    <message>
        <source>No advice on this run.</source>
        <translation>Keine Empfehlung zu diesem Lauf.</translation>
    </message>
    <message>
        <source>Who made the first inf or NaN, as far as the recording tells</source>
        <translation>Wer das erste inf oder NaN erzeugte, soweit die Aufzeichnung es sagt</translation>
    </message>
    <message>
        <source>The advisor is silent until the outcome is seen.</source>
        <translation>Der Berater schweigt, bis das Ergebnis zu sehen ist.</translation>
    </message>
    <message>
        <source>The advisor speaks once the lesson has trained a run.</source>
        <translation>Der Berater spricht, sobald die Lektion einen Lauf trainiert hat.</translation>
    </message>
    <message>
        <source>The lesson keeps the advice back until the outcome of its next question is seen.</source>
        <translation>Die Lektion hält den Rat zurück, bis das Ergebnis ihrer nächsten Frage zu sehen ist.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BannerStack</name>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Diese Nachricht schließen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BarList</name>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BinBox</name>
    <message>
        <source>Bin</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Magnitude before the cast, loss scale included: the power of two at the bin&apos;s lower end</source>
        <translation>Betrag vor der Umwandlung, Skalierungsfaktor eingeschlossen: die Zweierpotenz am unteren Ende der Klasse</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::BitStrip</name>
    <message>
        <source>Bits of the number in %1</source>
        <translation>Bits der Zahl in %1</translation>
    </message>
    <message>
        <source>, worth %1</source>
        <translation>, Wert %1</translation>
    </message>
    <message>
        <source>, worth 2 to the power %1</source>
        <translation>, Wert 2 hoch %1</translation>
    </message>
    <message>
        <source>%1 bit %2, %3: %4</source>
        <translation>%1, Bit %2, %3: %4</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CauseDialog</name>
    <message>
        <source>What else was found:</source>
        <translation>Was sonst gefunden wurde:</translation>
    </message>
    <message>
        <source>In PyTorch:</source>
        <translation>In PyTorch:</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stoppen</translation>
    </message>
    <message>
        <source>For the &amp;next run</source>
        <translation>Für den &amp;nächsten Lauf</translation>
    </message>
    <message>
        <source>&amp;Copy the PyTorch lines</source>
        <translation>PyTorch-Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Find the cause</source>
        <translation>Ursache finden</translation>
    </message>
    <message>
        <source>Trains the run again, beside FP32 and a control …</source>
        <translation>Trainiert den Lauf noch einmal, neben FP32 und einer Kontrolle…</translation>
    </message>
    <message>
        <source>Why the run %1 fails in its formats: the operation that made it fail, told from those that only passed it on, and the fewest casts that must be wider for it to keep up with FP32.</source>
        <translation>Warum der Lauf %1 in seinen Formaten scheitert: die Operation, die ihn scheitern ließ, getrennt von denen, die es nur weitergaben, und die wenigsten Umwandlungen, die genauer sein müssen, damit er mit FP32 mithält.</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>The cause and its cure</source>
        <translation>Die Ursache und ihre Abhilfe</translation>
    </message>
    <message>
        <source>Sets the cure in the Setup dock</source>
        <translation>Stellt die Abhilfe im Bereich „Aufbau“ ein</translation>
    </message>
    <message>
        <source>Trains it beside FP32 and a control: step %1 of %2</source>
        <translation>Trainiert ihn neben FP32 und einer Kontrolle: Schritt %1 von %2</translation>
    </message>
    <message>
        <source>Replays the steps before the failure, operation by operation</source>
        <translation>Wiederholt die Schritte vor dem Scheitern, Operation für Operation</translation>
    </message>
    <message>
        <source>Repeats the cure with other seeds: %1 of %2</source>
        <translation>Wiederholt die Abhilfe mit anderen Startwerten: %1 von %2</translation>
    </message>
    <message>
        <source>, about %1 s left</source>
        <translation>, noch etwa %1 s</translation>
    </message>
    <message>
        <source>Search &amp;again</source>
        <translation>Noch &amp;einmal suchen</translation>
    </message>
    <message numerus="yes">
        <source>Searches the smallest cure: %n training(s) so far</source>
        <translation>
            <numerusform>Sucht die kleinste Abhilfe: bisher ein Trainingslauf</numerusform>
            <numerusform>Sucht die kleinste Abhilfe: bisher %n Trainingsläufe</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Export a reproducer…</source>
        <translation>&amp;Zum Nachstellen exportieren…</translation>
    </message>
    <message>
        <source>The reproducer is in %1.</source>
        <translation>Was zum Nachstellen nötig ist, steht in %1.</translation>
    </message>
    <message>
        <source>The reproducer was not written: %1</source>
        <translation>Was zum Nachstellen nötig ist, wurde nicht geschrieben: %1</translation>
    </message>
    <message>
        <source>The step of the cause as one file: settings, weights before it, its batch, and scripts that show it again, here and in PyTorch</source>
        <translation>Der Schritt der Ursache in einer Datei: Einstellungen, die Gewichte davor, sein Batch und Skripte, die ihn wieder zeigen, hier und in PyTorch</translation>
    </message>
    <message>
        <source>The worker is on another machine: mantissa-worker reproducer writes it there.</source>
        <translation>Der Rechenprozess läuft auf einem anderen Rechner: Dort schreibt ihn mantissa-worker reproducer.</translation>
    </message>
    <message>
        <source>Export a reproducer</source>
        <translation>Zum Nachstellen exportieren</translation>
    </message>
    <message>
        <source>Reproducers (*.zip)</source>
        <translation>Schritte zum Nachstellen (*.zip)</translation>
    </message>
    <message>
        <source>Trains to step %1 and writes it …</source>
        <translation>Trainiert bis Schritt %1 und schreibt ihn…</translation>
    </message>
    <message numerus="yes">
        <source>%n cast(s) and switches</source>
        <translation>
            <numerusform>%n Umwandlung und Schalter</numerusform>
            <numerusform>%n Umwandlungen und Schalter</numerusform>
        </translation>
    </message>
    <message>
        <source>keeps up with FP32</source>
        <translation>hält mit FP32 Schritt</translation>
    </message>
    <message>
        <source>loss infinite or NaN</source>
        <translation>Verlust unendlich oder NaN</translation>
    </message>
    <message>
        <source>weights infinite or NaN</source>
        <translation>Gewichte unendlich oder NaN</translation>
    </message>
    <message>
        <source>loss above its own past</source>
        <translation>Verlust über seinem früheren</translation>
    </message>
    <message>
        <source>one step after the other skipped</source>
        <translation>ein Schritt nach dem anderen ausgelassen</translation>
    </message>
    <message>
        <source>behind FP32</source>
        <translation>hinter FP32</translation>
    </message>
    <message>
        <source>evaluates worse</source>
        <translation>wertet schlechter aus</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
        <source>What is known by then stays, and Go on continues from there</source>
        <translation>Was bis dahin bekannt ist, bleibt, und Weitersuchen macht dort weiter</translation>
    </message>
    <message>
        <source>Continues the search; nothing that was trained is trained again</source>
        <translation>Setzt die Suche fort; was trainiert ist, wird nicht noch einmal trainiert</translation>
    </message>
    <message>
        <source>The trainings of the search</source>
        <translation>Die Trainings der Suche</translation>
    </message>
    <message>
        <source>Made wider</source>
        <translation>Breiter gemacht</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>FP32&apos;s loss</source>
        <translation>Verlust von FP32</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Time limit of the search</source>
        <translation>Zeitgrenze der Suche</translation>
    </message>
    <message>
        <source>When it is over, what is known is shown, and Go on continues; applies to the next search</source>
        <translation>Ist sie erreicht, wird gezeigt, was bekannt ist, und Weitersuchen macht weiter; gilt für die nächste Suche</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>Zeit&amp;grenze</translation>
    </message>
    <message>
        <source>The cure is in the Setup dock, for the next run.</source>
        <translation>Die Abhilfe steht im Aufbau, für den nächsten Lauf.</translation>
    </message>
    <message>
        <source>Known so far:</source>
        <translation>Bisher bekannt:</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CauseRunner</name>
    <message>
        <source>The worker&apos;s answer cannot be read.</source>
        <translation>Die Antwort des Rechenprozesses ist nicht lesbar.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ChartWidget</name>
    <message>
        <source>%1: menu of the chart</source>
        <translation>%1: Menü des Diagramms</translation>
    </message>
    <message>
        <source>Picture, data, table</source>
        <translation>Bild, Daten, Tabelle</translation>
    </message>
    <message>
        <source>Picture (*.png);;Drawing (*.svg)</source>
        <translation>Bild (*.png);;Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>The picture could not be saved.</source>
        <translation>Das Bild ließ sich nicht speichern.</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>Show &amp;table</source>
        <translation>&amp;Tabelle zeigen</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Daten kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>Bild &amp;speichern…</translation>
    </message>
    <message>
        <source>The picture is in the clipboard.</source>
        <translation>Das Bild ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The data are in the clipboard.</source>
        <translation>Die Daten sind in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>Das Bild ist in %1.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ClassDots</name>
    <message>
        <source>Nobody has both a prediction and an outcome yet</source>
        <translation>Noch hat niemand sowohl Vorhersage als auch Ergebnis</translation>
    </message>
    <message>
        <source>Nobody has chosen yet</source>
        <translation>Noch hat niemand gewählt</translation>
    </message>
    <message>
        <source>%1: predicted %2, outcome %3</source>
        <translation>%1: vorhergesagt %2, Ergebnis %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Students: %1. Predictions against outcomes.</source>
        <translation>Lernende: %1. Vorhersagen gegen Ergebnisse.</translation>
    </message>
    <message>
        <source>%1: %2%3</source>
        <translation>%1: %2%3</translation>
    </message>
    <message>
        <source> (right)</source>
        <translation> (richtig)</translation>
    </message>
    <message>
        <source>outcome%1</source>
        <translation>Ergebnis%1</translation>
    </message>
    <message>
        <source>predicted%1</source>
        <translation>vorhergesagt%1</translation>
    </message>
    <message>
        <source>on the line: predicted correctly</source>
        <translation>auf der Linie: richtig vorhergesagt</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>student</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ClassWindow</name>
    <message>
        <source>Predictions and outcomes</source>
        <translation>Vorhersagen und Ergebnisse</translation>
    </message>
    <message>
        <source>Class view</source>
        <translation>Kursansicht</translation>
    </message>
    <message>
        <source>Predictions and outcomes of every student</source>
        <translation>Vorhersagen und Ergebnisse aller Lernenden</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>&amp;Open folder…</source>
        <translation>Ordner &amp;öffnen…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>Als CSV &amp;speichern…</translation>
    </message>
    <message>
        <source>Open the folder of results</source>
        <translation>Ordner der Ergebnisse öffnen</translation>
    </message>
    <message>
        <source>Save all answers</source>
        <translation>Alle Antworten speichern</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>%1 — Class view</source>
        <translation>%1 – Kursansicht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Results: %1.</source>
        <translation>Ergebnisse: %1.</translation>
    </message>
    <message>
        <source> Files that could not be read: %1; the reasons are below.</source>
        <translation> Nicht lesbare Dateien: %1; die Gründe stehen unten.</translation>
    </message>
    <message>
        <source> %1 more are left out: at most %2 are read.</source>
        <translation> %1 weitere sind ausgelassen: Höchstens %2 werden gelesen.</translation>
    </message>
    <message>
        <source>No folder is open</source>
        <translation>Kein Ordner ist geöffnet</translation>
    </message>
    <message>
        <source>Nobody has answered a question</source>
        <translation>Niemand hat eine Frage beantwortet</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>nicht beantwortet</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1: %2. %3</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Mean distance of the drawn curve from the measured one, over all measured points</source>
        <translation>Mittlerer Abstand der gezeichneten Kurve von der gemessenen, über alle gemessenen Punkte</translation>
    </message>
    <message>
        <source>How many of the results are read</source>
        <translation>Wie viele der Ergebnisse gelesen sind</translation>
    </message>
    <message>
        <source>Reading the results in %1…</source>
        <translation>Die Ergebnisse in %1 werden gelesen…</translation>
    </message>
    <message>
        <source>The files, and what each of them is</source>
        <translation>Die Dateien, und was jede von ihnen ist</translation>
    </message>
    <message>
        <source>Open the folder that holds the students&apos; files: results of a lesson, or runs of a task together with the task&apos;s file.</source>
        <translation>Öffnen Sie den Ordner mit den Dateien der Lernenden: Ergebnisse einer Lektion, oder Läufe einer Aufgabe zusammen mit der Datei der Aufgabe.</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>Overridden</source>
        <translation>Übergangen</translation>
    </message>
    <message>
        <source>What was set differently from the task&apos;s settings</source>
        <translation>Was anders eingestellt wurde als in der Aufgabe</translation>
    </message>
    <message>
        <source>Settings that the task locks or hides and that have another value here</source>
        <translation>Einstellungen, die die Aufgabe sperrt oder verbirgt und die hier einen anderen Wert haben</translation>
    </message>
    <message>
        <source>Runs of every student</source>
        <translation>Die Läufe aller Lernenden</translation>
    </message>
    <message>
        <source>This folder has nothing handed in: results end in .json, runs in .mantissa.</source>
        <translation>In diesem Ordner ist nichts abgegeben: Ergebnisse enden auf .json, Läufe auf .mantissa.</translation>
    </message>
    <message>
        <source>Files of runs: %1.</source>
        <translation>Dateien mit Läufen: %1.</translation>
    </message>
    <message>
        <source>Tasks: %1.</source>
        <translation>Aufgaben: %1.</translation>
    </message>
    <message>
        <source>%1: could not be read: %2</source>
        <translation>%1: nicht lesbar: %2</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>The file of the task “%1” is not in this folder: which locks were overridden cannot be said.</source>
        <translation>Die Datei der Aufgabe „%1“ ist nicht in diesem Ordner: Welche Sperren übergangen wurden, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>without a preset</source>
        <translation>ohne Voreinstellung</translation>
    </message>
    <message>
        <source>No hand-ins: %1</source>
        <translation>Keine Abgaben: %1</translation>
    </message>
    <message>
        <source>Copies of them, which do not count: %1.</source>
        <translation>Kopien davon, die nicht zählen: %1.</translation>
    </message>
    <message>
        <source>Drawn curves</source>
        <translation>Gezeichnete Kurven</translation>
    </message>
    <message>
        <source>Distance: how far a drawn curve lies from the measured one, on average over its steps.</source>
        <translation>Abstand: wie weit eine gezeichnete Kurve von der gemessenen entfernt liegt, im Mittel über deren Schritte.</translation>
    </message>
    <message>
        <source>It and the difference are in %1.</source>
        <translation>Er und die Differenz sind in %1.</translation>
    </message>
    <message>
        <source>percentage points</source>
        <translation>Prozentpunkten</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Classroom</name>
    <message>
        <source>show %1</source>
        <translation>%1 einblenden</translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Copy settings as &amp;text</source>
        <translation>Einstellungen als Te&amp;xt kopieren</translation>
    </message>
    <message>
        <source>These settings as one line, for a chat or a slide</source>
        <translation>Diese Einstellungen als eine Zeile, für einen Chat oder eine Folie</translation>
    </message>
    <message>
        <source>&amp;Paste settings</source>
        <translation>Einstellungen &amp;einfügen</translation>
    </message>
    <message>
        <source>Use the settings that are on the clipboard</source>
        <translation>Die Einstellungen aus der Zwischenablage übernehmen</translation>
    </message>
    <message>
        <source>Un&amp;lock settings</source>
        <translation>Einstellungen &amp;freigeben</translation>
    </message>
    <message>
        <source>Free and show what the handed-out settings lock and hide; the values stay</source>
        <translation>Freigeben und zeigen, was vorgegebene Einstellungen sperren und ausblenden; die Werte bleiben</translation>
    </message>
    <message>
        <source>&amp;Presenter mode</source>
        <translation>&amp;Vortragsmodus</translation>
    </message>
    <message>
        <source>One page, large, and nothing private: for a projector</source>
        <translation>Eine Seite, groß und ohne Privates: für einen Projektor</translation>
    </message>
    <message>
        <source>All &amp;commands</source>
        <translation>Alle Be&amp;fehle</translation>
    </message>
    <message>
        <source>Search everything that the window can do</source>
        <translation>Alles durchsuchen, was das Fenster kann</translation>
    </message>
    <message>
        <source>&amp;Class view</source>
        <translation>&amp;Kursansicht</translation>
    </message>
    <message>
        <source>Students&apos; predictions against the outcomes</source>
        <translation>Vorhersagen der Lernenden gegen die Ergebnisse</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>The settings are on the clipboard: Edit › Paste settings takes them.</source>
        <translation>Die Einstellungen liegen in der Zwischenablage: Bearbeiten › Einstellungen einfügen übernimmt sie.</translation>
    </message>
    <message>
        <source>Locked by the handed-out settings and not changed: %1.</source>
        <translation>Durch vorgegebene Einstellungen gesperrt und nicht geändert: %1.</translation>
    </message>
    <message>
        <source>A message for you: Esc shows it</source>
        <translation>Eine Nachricht liegt vor: Esc zeigt sie</translation>
    </message>
    <message>
        <source>&amp;Save settings as preset…</source>
        <translation>Einstellungen als Voreinstellung &amp;speichern…</translation>
    </message>
    <message>
        <source>Keep these settings, or hand them out, some of them locked or hidden</source>
        <translation>Diese Einstellungen aufheben oder weitergeben, manche gesperrt oder ausgeblendet</translation>
    </message>
    <message>
        <source>&amp;Hand in runs…</source>
        <translation>Läufe ab&amp;geben…</translation>
    </message>
    <message>
        <source>The runs that you trained with the handed-out settings, as one file for your teacher</source>
        <translation>Die Läufe, die Sie mit den ausgegebenen Einstellungen trainiert haben, als eine Datei für Ihre Lehrkraft</translation>
    </message>
    <message>
        <source>Hand in runs</source>
        <translation>Läufe abgeben</translation>
    </message>
    <message>
        <source>Save the runs as</source>
        <translation>Läufe speichern als</translation>
    </message>
    <message>
        <source>Runs of Mantissa (*.mantissa)</source>
        <translation>Läufe von Mantissa (*.mantissa)</translation>
    </message>
    <message>
        <source>student</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>There is no run to hand in: none with these settings has ended.</source>
        <translation>Es gibt keinen Lauf zum Abgeben: Keiner mit diesen Einstellungen ist zu Ende.</translation>
    </message>
    <message>
        <source>Open the settings that your teacher handed out, train, then hand in.</source>
        <translation>Öffnen Sie die ausgegebenen Einstellungen, trainieren Sie, geben Sie dann ab.</translation>
    </message>
    <message>
        <source>Train with them, let the run end or stop it, then hand in.</source>
        <translation>Damit trainieren, den Lauf enden lassen oder anhalten, dann abgeben.</translation>
    </message>
    <message>
        <source>Your name. The file is named after it, and your teacher knows it by that:</source>
        <translation>Ihr Name. Nach ihm wird die Datei benannt, und daran erkennt sie Ihre Lehrkraft:</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CommandList</name>
    <message>
        <source>Key of a control</source>
        <translation>Taste eines Bedienelements</translation>
    </message>
    <message>
        <source>Commands and keys</source>
        <translation>Befehle und Tasten</translation>
    </message>
    <message>
        <source>Search for a command</source>
        <translation>Einen Befehl suchen</translation>
    </message>
    <message>
        <source>Type a part of a name or a key</source>
        <translation>Teil eines Namens oder eine Taste eingeben</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source> (on)</source>
        <translation> (an)</translation>
    </message>
    <message>
        <source>No command has this name.</source>
        <translation>Kein Befehl heißt so.</translation>
    </message>
    <message>
        <source> · not possible now</source>
        <translation> · jetzt nicht möglich</translation>
    </message>
    <message>
        <source> · its key works where the control is</source>
        <translation> · die Taste wirkt am Bedienelement</translation>
    </message>
    <message>
        <source>“%1” is not possible now.</source>
        <translation>„%1“ ist jetzt nicht möglich.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CompareForeign</name>
    <message>
        <source>Loss scale (power of 2)</source>
        <translation>Skalierungsfaktor (Zweierpotenz)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Einstellungen, die sich unterscheiden</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ComparePage</name>
    <message>
        <source>noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Vergleichslauf</translation>
    </message>
    <message>
        <source>Runs of the next race</source>
        <translation>Läufe des nächsten Rennens</translation>
    </message>
    <message>
        <source>Precision and loss scaling of each run; everything else as in the Setup dock.</source>
        <translation>Präzision und Verlustskalierung jedes Laufs; alles Übrige wie im Bereich „Aufbau“.</translation>
    </message>
    <message>
        <source>Horizontal axis of the charts</source>
        <translation>Waagerechte Achse der Diagramme</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>nach Schritt</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>nach Zeit</translation>
    </message>
    <message>
        <source>By step: what a format does to learning. By time: the same records against each run&apos;s own step time, for runs that compute natively.</source>
        <translation>Nach Schritt: was ein Format mit dem Lernen macht. Nach Zeit: dieselben Aufzeichnungen über der eigenen Schrittzeit jedes Laufs, für Läufe, die nativ rechnen.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Loss of the batch (nats)</source>
        <translation>Verlust des Batches (Nat)</translation>
    </message>
    <message>
        <source>Loss − baseline (nats)</source>
        <translation>Verlust − Vergleichslauf (Nat)</translation>
    </message>
    <message>
        <source>The runs in figures</source>
        <translation>Die Läufe in Zahlen</translation>
    </message>
    <message>
        <source>Waiting for the first steps</source>
        <translation>Warten auf die ersten Schritte</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>A race trains up to four runs side by side, step by step, with the same seed, initial weights and batches: any difference comes from the format. Choose the runs and start the race.</source>
        <translation>Ein Rennen trainiert bis zu vier Läufe nebeneinander, Schritt für Schritt, mit gleichem Startwert, gleichen Anfangsgewichten und Batches: Jeder Unterschied kommt vom Format. Läufe wählen und das Rennen starten.</translation>
    </message>
    <message>
        <source> The visible runs cannot be compared: their networks or data differ.</source>
        <translation> Die sichtbaren Läufe lassen sich nicht vergleichen: Ihre Netze oder Daten sind verschieden.</translation>
    </message>
    <message>
        <source>A run, forked where a setting was changed: the same state and the same batches, so any difference from there on comes from the change. Dashed: its ghost, which continues with the old setting.</source>
        <translation>Ein Lauf, verzweigt, wo eine Einstellung geändert wurde: gleicher Zustand und gleiche Batches, also kommt jeder spätere Unterschied von der Änderung. Gestrichelt: sein Geist, der mit der alten Einstellung weiterläuft.</translation>
    </message>
    <message>
        <source> Hide the ghost in the Runs dock to compare with the other visible runs.</source>
        <translation> Den Geist im Bereich „Läufe“ ausblenden, um mit den anderen sichtbaren Läufen zu vergleichen.</translation>
    </message>
    <message>
        <source>These runs were not a race: they share the network and the data, but not each step. Their differences are by step number only.</source>
        <translation>Diese Läufe waren kein Rennen: Sie haben Netz und Daten gemeinsam, aber nicht jeden Schritt. Ihre Unterschiede gelten nur nach Schrittnummer.</translation>
    </message>
    <message>
        <source> %1 more are not shown.</source>
        <translation> %1 weitere sind nicht gezeigt.</translation>
    </message>
    <message>
        <source>Each run against the time of its own steps.</source>
        <translation>Jeder Lauf über der Zeit seiner eigenen Schritte.</translation>
    </message>
    <message>
        <source> Runs forked in mid-run are left out: their time begins at the fork.</source>
        <translation> Mitten im Lauf verzweigte Läufe fehlen: Ihre Zeit beginnt bei der Verzweigung.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>A training of another program is among these runs. Each has its own network, data and loss, so curves are compared by step number, and whether one diverged is told only where the model is the same.</source>
        <translation>Unter diesen Läufen ist ein Training eines anderen Programms. Jedes hat sein eigenes Netz, eigene Daten und seinen eigenen Verlust; Kurven werden daher nach Schrittnummer verglichen, und ob eines divergiert ist, steht nur da, wo das Modell dasselbe ist.</translation>
    </message>
    <message>
        <source>Loss − baseline</source>
        <translation>Verlust − Vergleichslauf</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>target </source>
        <translation>Ziel </translation>
    </message>
    <message>
        <source>no target</source>
        <translation>kein Ziel</translation>
    </message>
    <message>
        <source>The table tells at which step each run first reached this, and after how much time of its own steps: a format may be quicker a step and slower to learn.</source>
        <translation>Die Tabelle sagt, in welchem Schritt jeder Lauf dies zuerst erreichte und nach wie viel Zeit seiner eigenen Schritte: Ein Format kann je Schritt schneller sein und langsamer lernen.</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Whether they diverged is not judged here: a change is made so that something becomes different.</source>
        <translation>Ob sie divergiert sind, wird hier nicht beurteilt: Eine Änderung soll ja etwas ändern.</translation>
    </message>
    <message>
        <source>The baseline&apos;s loss is NaN at every step: choose another baseline in the table&apos;s first column</source>
        <translation>Der Verlust des Vergleichslaufs ist in jedem Schritt NaN: In der ersten Spalte der Tabelle lässt sich ein anderer wählen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CompareSetup</name>
    <message>
        <source>Add a run</source>
        <translation>Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Start the race</source>
        <translation>Rennen starten</translation>
    </message>
    <message>
        <source>Add a run to the race</source>
        <translation>Dem Rennen einen Lauf hinzufügen</translation>
    </message>
    <message>
        <source>Repeat over seeds</source>
        <translation>Über Startwerte wiederholen</translation>
    </message>
    <message>
        <source>Repeat over seeds: how many races, each with the next seed</source>
        <translation>Über Startwerte wiederholen: wie viele Rennen, jedes mit dem nächsten Startwert</translation>
    </message>
    <message>
        <source>Races one after the other, each with the next seed. Which run is better is said from five seeds on.</source>
        <translation>Rennen nacheinander, jedes mit dem nächsten Startwert. Welcher Lauf besser ist, wird ab fünf Startwerten gesagt.</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>%1: precision</source>
        <translation>%1: Präzision</translation>
    </message>
    <message>
        <source>%1: loss scaling</source>
        <translation>%1: Verlustskalierung</translation>
    </message>
    <message>
        <source>no scaling</source>
        <translation>ohne Skalierung</translation>
    </message>
    <message>
        <source>static</source>
        <translation>statisch</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>dynamisch</translation>
    </message>
    <message>
        <source>control</source>
        <translation>Kontrolle</translation>
    </message>
    <message>
        <source>%1 is a control run</source>
        <translation>%1 ist ein Kontrolllauf</translation>
    </message>
    <message>
        <source>The first run again, with its initial weights moved to the next number. How far the two drift apart is noise; only what leaves that band is a difference.</source>
        <translation>Noch einmal der erste Lauf, die Anfangsgewichte auf die nächste Zahl verschoben. Wie weit beide auseinanderlaufen, ist Rauschen; nur was dieses Band verlässt, ist ein Unterschied.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CompareTable</name>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>control</source>
        <translation>Kontrolle</translation>
    </message>
    <message>
        <source>the baseline</source>
        <translation>der Vergleichslauf</translation>
    </message>
    <message>
        <source>not the baseline</source>
        <translation>nicht der Vergleichslauf</translation>
    </message>
    <message>
        <source>Click, or press Space: the others are compared with this run</source>
        <translation>Klick oder Leertaste: Die anderen werden mit diesem Lauf verglichen</translation>
    </message>
    <message>
        <source>This device computes the format in FP32 and rounds: no claim about speed</source>
        <translation>Dieses Gerät rechnet das Format in FP32 und rundet: keine Aussage über die Geschwindigkeit</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Diverged</source>
        <translation>Divergiert</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Überspr.</translation>
    </message>
    <message>
        <source>The run that the others are compared with</source>
        <translation>Der Lauf, mit dem die anderen verglichen werden</translation>
    </message>
    <message>
        <source>Its number is at the ends of its lines</source>
        <translation>Seine Nummer steht an den Enden seiner Linien</translation>
    </message>
    <message>
        <source>On the test set: final, or the last evaluation so far</source>
        <translation>Auf dem Testdatensatz: am Ende, oder die bisher letzte Auswertung</translation>
    </message>
    <message>
        <source>First step at which its loss differs from the baseline&apos;s by more than the noise, and the layer where it began</source>
        <translation>Erster Schritt, in dem sein Verlust um mehr als das Rauschen von dem des Vergleichslaufs abweicht, und die Schicht, in der es begann</translation>
    </message>
    <message>
        <source>Of the last batch, in nats</source>
        <translation>Des letzten Batches, in Nat</translation>
    </message>
    <message>
        <source>Loss scale of the last step</source>
        <translation>Skalierungsfaktor des letzten Schritts</translation>
    </message>
    <message>
        <source>Steps without an update, since a gradient was not finite</source>
        <translation>Schritte ohne Update, weil ein Gradient nicht endlich war</translation>
    </message>
    <message>
        <source>Norm lost</source>
        <translation>Normverl.</translation>
    </message>
    <message>
        <source>Another training than the baseline: where they part means nothing</source>
        <translation>Ein anderes Training als der Vergleichslauf: Wo sie auseinandergehen, bedeutet nichts</translation>
    </message>
    <message>
        <source>Of the last batch</source>
        <translation>Des letzten Batches</translation>
    </message>
    <message>
        <source>%1 on a device that stores the format natively</source>
        <translation>%1 auf einem Gerät, das das Format nativ speichert</translation>
    </message>
    <message>
        <source>Memory here</source>
        <translation>Speicher hier</translation>
    </message>
    <message>
        <source>Largest share of a weight gradient&apos;s norm that is missing against FP32</source>
        <translation>Größter Anteil der Norm eines Gewichtsgradienten, der gegenüber FP32 fehlt</translation>
    </message>
    <message>
        <source>Peak of one step on this device, without the FP32 shadow; point at a figure for that of a device that has the format</source>
        <translation>Spitze eines Schritts auf diesem Gerät, ohne den FP32-Schatten; zeigen Sie auf eine Zahl, um die eines Geräts zu sehen, das das Format hat</translation>
    </message>
    <message>
        <source>Forked in mid-run: its time begins at the fork</source>
        <translation>Mitten im Lauf abgezweigt: Seine Zeit beginnt an der Abzweigung</translation>
    </message>
    <message>
        <source>The time of its steps is not known</source>
        <translation>Die Zeit seiner Schritte ist nicht bekannt</translation>
    </message>
    <message>
        <source>To target</source>
        <translation>Bis zum Ziel</translation>
    </message>
    <message>
        <source>The first evaluation that reached the target below, and the time of the run&apos;s own steps until then</source>
        <translation>Die erste Auswertung, die das Ziel unten erreichte, und die Zeit der eigenen Schritte des Laufs bis dahin</translation>
    </message>
    <message>
        <source>baseline is NaN</source>
        <translation>Vergleichslauf ist NaN</translation>
    </message>
    <message>
        <source>The mean of all steps of a run that has ended, else of the latest quarter of a second, with watching; emulated runs say nothing about speed</source>
        <translation>Das Mittel aller Schritte eines beendeten Laufs, sonst der letzten Viertelsekunde, mit Beobachtung; emulierte Läufe sagen nichts über die Geschwindigkeit</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CurveSketch</name>
    <message>
        <source>Chart to draw into</source>
        <translation>Diagramm zum Hineinzeichnen</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>Draw your curve here with the mouse</source>
        <translation>Die Kurve hier mit der Maus zeichnen</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>your prediction</source>
        <translation>die Vorhersage</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DecisionDialog</name>
    <message>
        <source>&amp;Save page…</source>
        <translation>Seite &amp;speichern…</translation>
    </message>
    <message>
        <source>Decision sheet</source>
        <translation>Entscheidungsblatt</translation>
    </message>
    <message>
        <source>Cancelled: nothing was measured.</source>
        <translation>Abgebrochen: Nichts wurde gemessen.</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>what the device has</source>
        <translation>was das Gerät hat</translation>
    </message>
    <message>
        <source>Memory budget for the largest batch</source>
        <translation>Speicherbudget für den größten Batch</translation>
    </message>
    <message>
        <source>Save the sheet as a page</source>
        <translation>Das Blatt als Seite speichern</translation>
    </message>
    <message>
        <source>The worker measures</source>
        <translation>Der Rechenprozess misst</translation>
    </message>
    <message>
        <source>The decision sheet</source>
        <translation>Das Entscheidungsblatt</translation>
    </message>
    <message>
        <source>Nothing measured yet. It takes about ten seconds, in which other programs should be idle.</source>
        <translation>Noch nichts gemessen. Es dauert etwa zehn Sekunden, in denen andere Programme ruhen sollten.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>Cancel the measurement</source>
        <translation>Messung abbrechen</translation>
    </message>
    <message>
        <source>Measure and make the sheet</source>
        <translation>Messen und das Blatt erstellen</translation>
    </message>
    <message>
        <source>Measuring the native modes in turns …</source>
        <translation>Die nativen Modi werden abwechselnd gemessen…</translation>
    </message>
    <message>
        <source>The sheet could not be saved as %1: %2</source>
        <translation>Das Blatt ließ sich nicht als %1 speichern: %2</translation>
    </message>
    <message>
        <source>Save the decision sheet</source>
        <translation>Entscheidungsblatt speichern</translation>
    </message>
    <message>
        <source>Page (*.html)</source>
        <translation>Seite (*.html)</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>&amp;Train what is missing</source>
        <translation>Fehlendes &amp;trainieren</translation>
    </message>
    <message>
        <source>Measure first. Where the library has the runs, nothing is missing.</source>
        <translation>Messen Sie zuerst. Wo die Bibliothek die Läufe hat, fehlt nichts.</translation>
    </message>
    <message>
        <source>Training. Measure again when these runs have ended: the sheet then has their accuracies.</source>
        <translation>Es wird trainiert. Messen Sie noch einmal, wenn diese Läufe zu Ende sind: Dann hat das Blatt ihre Genauigkeiten.</translation>
    </message>
    <message>
        <source>Which precision for the network, batch and data in the Setup dock, on this device: each mode native or emulated, the time of a step with its spread, memory, the largest batch, test results of the runs in your library, what was not measured, and the same choice in PyTorch.</source>
        <translation>Welche Präzision für Netz, Batch und Daten im Aufbau auf diesem Gerät: jeder Modus nativ oder emuliert, die Zeit eines Schritts mit ihrer Streuung, Speicher, der größte Batch, Testergebnisse der Läufe in der Bibliothek, was nicht gemessen wurde, und dieselbe Wahl in PyTorch.</translation>
    </message>
    <message numerus="yes">
        <source>%n runs: %1, each with the seeds %2 to %3, from which the sheet has the test result and its spread.</source>
        <translation>
            <numerusform>%n Lauf: %1, mit den Startwerten %2 bis %3; daraus hat das Blatt das Testergebnis und seine Streuung.</numerusform>
            <numerusform>%n Läufe: %1, jeder mit den Startwerten %2 bis %3; daraus hat das Blatt das Testergebnis und seine Streuung.</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory &amp;budget</source>
        <translation>Speicher&amp;budget</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DecisionRunner</name>
    <message>
        <source>The worker&apos;s answer is not a decision sheet.</source>
        <translation>Die Antwort des Rechenprozesses ist kein Entscheidungsblatt.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DeviceChart</name>
    <message>
        <source>sum of updates that waits (pulses)</source>
        <translation>wartende Summe der Updates (Pulse)</translation>
    </message>
    <message>
        <source>conductance of a device (µS)</source>
        <translation>Leitwert eines Bauelements (µS)</translation>
    </message>
    <message>
        <source>sum of updates (pulses)</source>
        <translation>Summe der Updates (Pulse)</translation>
    </message>
    <message>
        <source>conductance (µS)</source>
        <translation>Leitwert (µS)</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>from</source>
        <translation>ab</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DockTitle</name>
    <message>
        <source>Hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>Hide; %1 brings it back</source>
        <translation>Ausblenden; %1 holt es zurück</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DotProducts</name>
    <message>
        <source>How many products</source>
        <translation>Wie viele Produkte</translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation>Skalarprodukte</translation>
    </message>
    <message>
        <source>sum kept in</source>
        <translation>Summe gehalten in</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>error against exact</source>
        <translation>Fehler gegen exakt</translation>
    </message>
    <message>
        <source>Your own numbers</source>
        <translation>Eigene Zahlen</translation>
    </message>
    <message>
        <source>Data of the dot product</source>
        <translation>Daten des Skalarprodukts</translation>
    </message>
    <message>
        <source>First vector: numbers that repeat</source>
        <translation>Erster Vektor: Zahlen, die sich wiederholen</translation>
    </message>
    <message>
        <source>Second vector: numbers that repeat</source>
        <translation>Zweiter Vektor: Zahlen, die sich wiederholen</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>Da&amp;ten</translation>
    </message>
    <message>
        <source>&amp;products</source>
        <translation>&amp;Produkte</translation>
    </message>
    <message>
        <source>a repeats</source>
        <translation>a wiederholt</translation>
    </message>
    <message>
        <source>b repeats</source>
        <translation>b wiederholt</translation>
    </message>
    <message>
        <source>FP16, after every product</source>
        <translation>FP16, nach jedem Produkt</translation>
    </message>
    <message>
        <source>FP16, after every %1</source>
        <translation>FP16, nach je %1</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>A list cannot be read. Numbers are separated by commas: 0.5, 1e-3, 2^-10.</source>
        <translation>Eine Liste ist nicht lesbar. Zahlen werden durch Kommas getrennt: 0.5, 1e-3, 2^-10.</translation>
    </message>
    <message>
        <source>a and b are rounded to FP16 first, so every error below comes from the sum alone.</source>
        <translation>a und b werden zuerst auf FP16 gerundet, sodass jeder Fehler unten allein von der Summe kommt.</translation>
    </message>
    <message>
        <source>Shown once the outcome is seen</source>
        <translation>Erscheint, sobald das Ergebnis zu sehen ist</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::EffectMark</name>
    <message>
        <source>Applies now: a run in training takes it at its next step.</source>
        <translation>Gilt sofort: Ein trainierender Lauf übernimmt es im nächsten Schritt.</translation>
    </message>
    <message>
        <source>Applies to the next run: press Run or Reset again for it.</source>
        <translation>Gilt für den nächsten Lauf: dafür „Starten“ oder „Zurücksetzen“ drücken.</translation>
    </message>
    <message>
        <source>applies now</source>
        <translation>gilt sofort</translation>
    </message>
    <message>
        <source>applies to next run</source>
        <translation>gilt ab nächstem Lauf</translation>
    </message>
    <message>
        <source>This applies now.</source>
        <translation>Gilt sofort.</translation>
    </message>
    <message>
        <source>This applies to the next run.</source>
        <translation>Gilt ab dem nächsten Lauf.</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>gesperrt</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::EngineClient</name>
    <message>
        <source>The worker is not running: start it again first.</source>
        <translation>Der Rechenprozess läuft nicht: erst wieder starten.</translation>
    </message>
    <message>
        <source>The command is too large to be sent.</source>
        <translation>Der Befehl ist zu groß zum Senden.</translation>
    </message>
    <message>
        <source>The link to the worker was cut because what it sent makes no sense: %1.</source>
        <translation>Die Verbindung zum Rechenprozess wurde getrennt, weil das Gesendete keinen Sinn ergibt: %1.</translation>
    </message>
    <message>
        <source>The link to the worker was cut because it did not say hello first.</source>
        <translation>Die Verbindung zum Rechenprozess wurde getrennt, weil er sich nicht zuerst gemeldet hat.</translation>
    </message>
    <message>
        <source>The link to the worker was cut because it sent more than it was allowed to.</source>
        <translation>Die Verbindung zum Rechenprozess wurde getrennt, weil er mehr sendete, als ihm erlaubt ist.</translation>
    </message>
    <message>
        <source>Everything received is kept; the worker is being started again.</source>
        <translation>Alles Empfangene bleibt erhalten; der Rechenprozess wird neu gestartet.</translation>
    </message>
    <message numerus="yes">
        <source>It was restarted %n time(s) and ended each time, so the window does not try again by itself.</source>
        <translation>
            <numerusform>Er wurde %n-mal neu gestartet und endete wieder, daher versucht es das Fenster nicht mehr von selbst.</numerusform>
            <numerusform>Er wurde %n-mal neu gestartet und endete jedes Mal, daher versucht es das Fenster nicht mehr von selbst.</numerusform>
        </translation>
    </message>
    <message>
        <source>The worker has ended.</source>
        <translation>Der Rechenprozess ist beendet.</translation>
    </message>
    <message>
        <source>Everything received is kept; the window connects again.</source>
        <translation>Alles Empfangene bleibt erhalten; das Fenster verbindet sich neu.</translation>
    </message>
    <message numerus="yes">
        <source>The window has reconnected %n time(s); it does not try again by itself.</source>
        <translation>
            <numerusform>Das Fenster hat sich %n-mal neu verbunden und versucht es von selbst nicht mehr.</numerusform>
            <numerusform>Das Fenster hat sich %n-mal neu verbunden und versucht es von selbst nicht mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source>What was received so far is kept.</source>
        <translation>Das bisher Empfangene bleibt erhalten.</translation>
    </message>
    <message>
        <source>Not all that was received is kept in the library.</source>
        <translation>Nicht alles Empfangene ist in der Bibliothek aufbewahrt.</translation>
    </message>
    <message>
        <source>The worker is being started again.</source>
        <translation>Der Rechenprozess wird neu gestartet.</translation>
    </message>
    <message>
        <source>The window connects again.</source>
        <translation>Das Fenster verbindet sich neu.</translation>
    </message>
    <message>
        <source>The worker cannot be used: %1. %2</source>
        <translation>Der Rechenprozess ist nicht zu gebrauchen: %1. %2</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FieldGrid</name>
    <message>
        <source>Growth interval</source>
        <translation>Wachstumsintervall</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 Schritt</numerusform>
            <numerusform>%1 Schritte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FoldedBars</name>
    <message>
        <source>A row with a triangle is a folder of modules: a click or Return unfolds it.</source>
        <translation>Eine Zeile mit einem Dreieck ist ein Ordner von Modulen: Ein Klick oder die Eingabetaste klappt ihn auf.</translation>
    </message>
    <message>
        <source>Find a tensor</source>
        <translation>Tensor suchen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2 in this folder. The worst: </source>
        <translation>%1: %2 in diesem Ordner. Das schlechteste: </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows more are not shown: fold something, or filter.</source>
        <translation>
            <numerusform>%1 weitere Zeile wird nicht gezeigt: Klappen Sie etwas zu, oder filtern Sie.</numerusform>
            <numerusform>%1 weitere Zeilen werden nicht gezeigt: Klappen Sie etwas zu, oder filtern Sie.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FollowPage</name>
    <message>
        <source>One number of a gradient and its way through a training step: choose a bin here, or click one in the histogram on the page Underflow.</source>
        <translation>Eine Zahl eines Gradienten und ihr Weg durch einen Trainingsschritt: hier eine Klasse wählen oder auf der Seite „Unterlauf“ eine im Histogramm anklicken.</translation>
    </message>
    <message>
        <source>What became of the number</source>
        <translation>Was aus der Zahl wurde</translation>
    </message>
    <message>
        <source>Kind of gradient</source>
        <translation>Art des Gradienten</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Through the next training step; a run that is paused trains one step for it</source>
        <translation>Durch den nächsten Trainingsschritt; ein pausierter Lauf trainiert dafür einen Schritt</translation>
    </message>
    <message>
        <source>Numbers followed so far</source>
        <translation>Bisher verfolgte Zahlen</translation>
    </message>
    <message>
        <source>Before its cast, in four formats</source>
        <translation>Vor der Umwandlung, in vier Formaten</translation>
    </message>
    <message>
        <source>Its way through the step</source>
        <translation>Ihr Weg durch den Schritt</translation>
    </message>
    <message>
        <source>The newest number followed</source>
        <translation>Die zuletzt verfolgte Zahl</translation>
    </message>
    <message>
        <source>Follow another</source>
        <translation>Weitere verfolgen</translation>
    </message>
    <message>
        <source>Follow a number</source>
        <translation>Zahl verfolgen</translation>
    </message>
    <message>
        <source>Requested: the next training step shows one.</source>
        <translation>Angefordert: Der nächste Trainingsschritt zeigt eine.</translation>
    </message>
    <message>
        <source>Start a run, then follow one of its numbers</source>
        <translation>Einen Lauf starten, dann eine seiner Zahlen verfolgen</translation>
    </message>
    <message>
        <source>No number has been followed yet</source>
        <translation>Noch wurde keine Zahl verfolgt</translation>
    </message>
    <message>
        <source>No number was followed up to this step</source>
        <translation>Bis zu diesem Schritt wurde keine Zahl verfolgt</translation>
    </message>
    <message>
        <source>No number was followed in this run</source>
        <translation>In diesem Lauf wurde keine Zahl verfolgt</translation>
    </message>
    <message>
        <source>%1 before its cast, in four formats</source>
        <translation>%1 vor der Umwandlung, in vier Formaten</translation>
    </message>
    <message>
        <source>Its way through step %1</source>
        <translation>Ihr Weg durch Schritt %1</translation>
    </message>
    <message>
        <source>This training is not Mantissa&apos;s: nothing is sent to it, so none of its numbers can be followed.</source>
        <translation>Dieses Training ist keines von Mantissa: Ihm wird nichts gesendet, also lässt sich keine seiner Zahlen verfolgen.</translation>
    </message>
    <message>
        <source>Run to step 1 and pause</source>
        <translation>Bis Schritt 1 trainieren und pausieren</translation>
    </message>
    <message>
        <source>Starts a new run with the settings of the Setup dock and pauses it after its first step: then choose a number here</source>
        <translation>Beginnt einen neuen Lauf mit den Einstellungen des Bereichs „Aufbau“ und pausiert ihn nach dem ersten Schritt: Wählen Sie dann hier eine Zahl</translation>
    </message>
    <message>
        <source>This run has ended. A number can be followed only while its run trains or is paused. “Run to step 1 and pause” begins a new run with the settings in Setup: then choose a bin here.</source>
        <translation>Dieser Lauf ist zu Ende. Einer Zahl lässt sich nur folgen, während ihr Lauf trainiert oder pausiert. „Bis Schritt 1 trainieren und pausieren“ beginnt einen neuen Lauf mit den Einstellungen im Aufbau: Dann hier eine Klasse wählen.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ForeignCauseDialog</name>
    <message>
        <source>In PyTorch:</source>
        <translation>In PyTorch:</translation>
    </message>
    <message>
        <source>&amp;Copy the PyTorch lines</source>
        <translation>PyTorch-Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Find the cause</source>
        <translation>Ursache suchen</translation>
    </message>
    <message>
        <source>Who made the first inf or NaN of %1, told from what only passed it on, as far as its recording says: another program trained this run.</source>
        <translation>Wer das erste inf oder NaN von %1 erzeugte und was es nur weitergab, soweit die Aufzeichnung es sagt: Ein anderes Programm hat diesen Lauf trainiert.</translation>
    </message>
    <message>
        <source>The cause, and what the recording cannot tell</source>
        <translation>Die Ursache, und was die Aufzeichnung nicht sagen kann</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ForeignPanel</name>
    <message>
        <source>Description of the run</source>
        <translation>Beschreibung des Laufs</translation>
    </message>
    <message>
        <source>This training is not Mantissa&apos;s. It was recorded by mantissa_probe, and nothing is sent to it.</source>
        <translation>Dieses Training ist keines von Mantissa. mantissa_probe hat es aufgezeichnet, und ihm wird nichts gesendet.</translation>
    </message>
    <message>
        <source>This training is not Mantissa&apos;s. Its scalars were read from an event file of TensorBoard.</source>
        <translation>Dieses Training ist keines von Mantissa. Seine Skalare wurden aus einer Ereignisdatei von TensorBoard gelesen.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatHeatMap</name>
    <message>
        <source>Exponent bits</source>
        <translation>Exponentbits</translation>
    </message>
    <message>
        <source>Fraction bits</source>
        <translation>Mantissenbits</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>%1: training now</source>
        <translation>%1: wird trainiert</translation>
    </message>
    <message>
        <source>%1: not run yet</source>
        <translation>%1: noch nicht gelaufen</translation>
    </message>
    <message>
        <source>fraction bits (precision)</source>
        <translation>Mantissenbits (Präzision)</translation>
    </message>
    <message>
        <source>exponent bits (range)</source>
        <translation>Exponentbits (Wertebereich)</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
    <message>
        <source>Operands in %1</source>
        <translation>Operanden in %1</translation>
    </message>
    <message>
        <source>operands in eight or fewer bits, everything else in BF16</source>
        <translation>Operanden in acht oder weniger Bit, alles andere in BF16</translation>
    </message>
    <message numerus="yes">
        <source>%1 exponent bits, %n fraction bits</source>
        <translation>
            <numerusform>%1 Exponentbits, %n Mantissenbit</numerusform>
            <numerusform>%1 Exponentbits, %n Mantissenbits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatsPage</name>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Formats, scrolled</source>
        <translation>Formate, gescrollt</translation>
    </message>
    <message>
        <source>One number, four formats</source>
        <translation>Eine Zahl, vier Formate</translation>
    </message>
    <message>
        <source>A format is a handful of bits: the exponent&apos;s bits set how large and how small a number can be, the fraction&apos;s bits how finely the numbers lie.</source>
        <translation>Ein Format ist eine Handvoll Bits: Die Exponentbits bestimmen, wie groß und wie klein eine Zahl sein kann, die Mantissenbits, wie fein die Zahlen liegen.</translation>
    </message>
    <message>
        <source>The number in each format</source>
        <translation>Die Zahl in jedem Format</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>vorige</translation>
    </message>
    <message>
        <source>next</source>
        <translation>nächste</translation>
    </message>
    <message>
        <source>ulp</source>
        <translation>ulp</translation>
    </message>
    <message>
        <source>rounding error</source>
        <translation>Rundungsfehler</translation>
    </message>
    <message>
        <source>The ulp is the step to the next number away from zero. Ties round to even; in TF32, which exists only as the operand of a product, away from zero.</source>
        <translation>Das ulp ist der Schritt zur nächsten Zahl weg von null. Bei Gleichstand wird zur geraden Zahl gerundet; in TF32, das es nur als Operand eines Produkts gibt, von null weg.</translation>
    </message>
    <message>
        <source>On one ruler</source>
        <translation>Auf einem Lineal</translation>
    </message>
    <message>
        <source>BF16 reaches as far as FP32, FP16 does not: gradients left of its range become zero, and a loss scale moves them to the right.</source>
        <translation>BF16 reicht so weit wie FP32, FP16 nicht: Gradienten links seines Wertebereichs werden null, und ein Skalierungsfaktor verschiebt sie nach rechts.</translation>
    </message>
    <message>
        <source>1 + 0.0001 in each</source>
        <translation>1 + 0.0001 in jedem</translation>
    </message>
    <message>
        <source>A weight near 1 and a small update: what is smaller than half of the weight&apos;s ulp is lost when the sum is rounded, though both numbers exist in the format.</source>
        <translation>Ein Gewicht nahe 1 und ein kleines Update: Was kleiner ist als das halbe ulp des Gewichts, geht beim Runden der Summe verloren, obwohl es beide Zahlen im Format gibt.</translation>
    </message>
    <message>
        <source>1 + 0.0001 in each format</source>
        <translation>1 + 0.0001 in jedem Format</translation>
    </message>
    <message>
        <source>0.0001 is</source>
        <translation>0.0001 ist</translation>
    </message>
    <message>
        <source>half an ulp of 1</source>
        <translation>halbes ulp von 1</translation>
    </message>
    <message>
        <source>1 + 0.0001 is</source>
        <translation>1 + 0.0001 ist</translation>
    </message>
    <message>
        <source>the update is</source>
        <translation>das Update ist</translation>
    </message>
    <message>
        <source>A sum of small numbers</source>
        <translation>Eine Summe kleiner Zahlen</translation>
    </message>
    <message>
        <source>The larger the sum, the coarser its ulp: from some point on each further term is rounded away.</source>
        <translation>Je größer die Summe, desto gröber ihr ulp: Von einem Punkt an wird jeder weitere Summand weggerundet.</translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation>Skalarprodukte</translation>
    </message>
    <message>
        <source>Every output of a layer is a dot product: 16-bit numbers are multiplied, and the format of the sum decides how much of them is kept.</source>
        <translation>Jede Ausgabe einer Schicht ist ein Skalarprodukt: 16-Bit-Zahlen werden multipliziert, und das Format der Summe entscheidet, wie viel davon erhalten bleibt.</translation>
    </message>
    <message>
        <source>Number to show in all formats</source>
        <translation>Zahl, die in allen Formaten gezeigt wird</translation>
    </message>
    <message>
        <source>0.1, 1e-8, 65504, 1+0.0001, 2^-24</source>
        <translation>0.1, 1e-8, 65504, 1+0.0001, 2^-24</translation>
    </message>
    <message>
        <source>&amp;Type a number</source>
        <translation>&amp;Zahl eingeben</translation>
    </message>
    <message>
        <source>Show the formula and the special values of %1</source>
        <translation>Formel und besondere Werte von %1 zeigen</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>Of %1:</source>
        <translation>Von %1:</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>Eight bits and fewer</source>
        <translation>Acht Bit und weniger</translation>
    </message>
    <message>
        <source>The formats of FP8, MX and NVFP4. FN: no infinity, so that more codes are numbers; E4M3FN has one NaN, those of six and four bits have none.</source>
        <translation>Die Formate von FP8, MX und NVFP4. FN: kein Unendlich, sodass mehr Codes Zahlen sind; E4M3FN hat ein NaN, die mit sechs und vier Bit haben keines.</translation>
    </message>
    <message>
        <source>This cannot be read as a number. Examples: 0.1 with a point, 1e-8, 1+0.0001, 2^-24, inf.</source>
        <translation>Das ist nicht als Zahl lesbar. Beispiele: 0.1 mit Punkt, 1e-8, 1+0.0001, 2^-24, inf.</translation>
    </message>
    <message>
        <source>shown once the outcome is seen</source>
        <translation>wird gezeigt, sobald das Ergebnis gesehen wurde</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatsRuler</name>
    <message>
        <source>Ranges of the formats (powers of two)</source>
        <translation>Wertebereiche der Formate (Zweierpotenzen)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>smallest subnormal</source>
        <translation>kleinste subnormale</translation>
    </message>
    <message>
        <source>smallest normal</source>
        <translation>kleinste normale</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>log2 of its size</source>
        <translation>log2 ihrer Größe</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>∞, NaN</source>
        <translation>∞, NaN</translation>
    </message>
    <message>
        <source>subnormal: fewer bits of fraction left</source>
        <translation>subnormal: weniger Mantissenbits übrig</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormulaView</name>
    <message>
        <source>sign %1</source>
        <translation>Vorzeichen %1</translation>
    </message>
    <message>
        <source>fraction %1/%2</source>
        <translation>Mantisse %1/%2</translation>
    </message>
    <message>
        <source>exponent %1, bias %2</source>
        <translation>Exponent %1, Bias %2</translation>
    </message>
    <message>
        <source>exponent 0 counts as 1</source>
        <translation>Exponent 0 zählt als 1</translation>
    </message>
    <message>
        <source>1 + %1</source>
        <translation>1 + %1</translation>
    </message>
    <message>
        <source>0 + %1</source>
        <translation>0 + %1</translation>
    </message>
    <message>
        <source>all ones</source>
        <translation>lauter Einsen</translation>
    </message>
    <message>
        <source>exponent %1</source>
        <translation>Exponent %1</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>not zero</source>
        <translation>nicht null</translation>
    </message>
    <message>
        <source>means %1</source>
        <translation>bedeutet %1</translation>
    </message>
    <message>
        <source>means NaN: not a number</source>
        <translation>bedeutet NaN: keine Zahl</translation>
    </message>
    <message>
        <source>Formula of the number</source>
        <translation>Formel der Zahl</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HandOutDialog</name>
    <message>
        <source>Save settings as preset</source>
        <translation>Einstellungen als Voreinstellung speichern</translation>
    </message>
    <message>
        <source>The settings of the Setup dock as a small file or a line of text for others. Data folder and device stay with each machine. What is locked cannot be changed there, what is hidden is not shown; Edit › Unlock settings frees both.</source>
        <translation>Die Einstellungen des Bereichs „Aufbau“ als kleine Datei oder eine Zeile Text für andere. Datenordner und Gerät bleiben Sache jedes Rechners. Gesperrtes lässt sich dort nicht ändern, Ausgeblendetes wird nicht gezeigt; Bearbeiten › Einstellungen freigeben hebt beides auf.</translation>
    </message>
    <message>
        <source>Name of the settings</source>
        <translation>Name der Einstellungen</translation>
    </message>
    <message>
        <source>What they are for</source>
        <translation>Wozu sie dienen</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;What they are for</source>
        <translation>&amp;Wozu sie dienen</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>&amp;Speichern als…</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>Als Text &amp;kopieren</translation>
    </message>
    <message>
        <source>Settings: locked and hidden</source>
        <translation>Einstellungen: gesperrt und ausgeblendet</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Ausgeblendet</translation>
    </message>
    <message>
        <source>of each machine</source>
        <translation>je nach Rechner</translation>
    </message>
    <message>
        <source>%1: locked</source>
        <translation>%1: gesperrt</translation>
    </message>
    <message>
        <source>%1: hidden</source>
        <translation>%1: ausgeblendet</translation>
    </message>
    <message>
        <source>Give them a name first.</source>
        <translation>Zuerst einen Namen vergeben.</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>Voreinstellungen (*.json)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>The settings are on the clipboard: Edit › Paste settings takes them.</source>
        <translation>Die Einstellungen liegen in der Zwischenablage: Bearbeiten › Einstellungen einfügen übernimmt sie.</translation>
    </message>
    <message>
        <source>The &amp;advisor is silent</source>
        <translation>Der &amp;Berater schweigt</translation>
    </message>
    <message>
        <source>&amp;Lock all</source>
        <translation>&amp;Alle sperren</translation>
    </message>
    <message>
        <source>Lock n&amp;one</source>
        <translation>Ke&amp;ine sperren</translation>
    </message>
    <message>
        <source>It would say what is wrong before the student has found it.</source>
        <translation>Er würde sagen, was nicht stimmt, bevor die Lernenden es gefunden haben.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HealthGrid</name>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>zu null gerundet</translation>
    </message>
    <message>
        <source>subnormal</source>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>normal</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>inf or NaN</source>
        <translation>inf oder NaN</translation>
    </message>
    <message>
        <source>No histogram yet</source>
        <translation>Noch kein Histogramm</translation>
    </message>
    <message>
        <source>%1: scroll the layers</source>
        <translation>%1: Schichten scrollen</translation>
    </message>
    <message>
        <source>%1, %2: %3 Arrow keys choose another cell.</source>
        <translation>%1, %2: %3 Pfeiltasten wählen eine andere Zelle.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>degraded</source>
        <translation>beeinträchtigt</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>%1 (%)</source>
        <translation>%1 (%)</translation>
    </message>
    <message>
        <source>norm lost (%)</source>
        <translation>verlorene Norm (%)</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>signal to noise (dB)</source>
        <translation>Signal-Rausch-Abstand (dB)</translation>
    </message>
    <message>
        <source>Nonzero before the cast, zero after it: this cast underflows.</source>
        <translation>Vor der Umwandlung von null verschieden, danach null: Diese Umwandlung läuft unter.</translation>
    </message>
    <message>
        <source>Below the format&apos;s smallest normal number: kept with fewer fraction bits.</source>
        <translation>Unter der kleinsten normalen Zahl des Formats: mit weniger Mantissenbits behalten.</translation>
    </message>
    <message>
        <source>Within the format&apos;s normal range, with all of its fraction bits.</source>
        <translation>Im normalen Wertebereich des Formats, mit all seinen Mantissenbits.</translation>
    </message>
    <message>
        <source>Finite before the cast, infinite after it.</source>
        <translation>Vor der Umwandlung endlich, danach unendlich.</translation>
    </message>
    <message>
        <source>Infinite or NaN before the cast already.</source>
        <translation>Schon vor der Umwandlung unendlich oder NaN.</translation>
    </message>
    <message>
        <source>zero, not in FP32</source>
        <translation>null, in FP32 nicht</translation>
    </message>
    <message>
        <source>Zero here before the cast, though not in FP32: lost in a later layer (upstream underflow), or made zero by rounding, as by a ReLU that is off here only.</source>
        <translation>Hier schon vor dem Runden null, in FP32 aber nicht: in einer späteren Schicht verloren (vorgelagerter Unterlauf) oder durch Rundung null geworden, etwa durch eine ReLU, die nur hier aus ist.</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>Zero, and not known to be nonzero in FP32: an input or unit that is 0 for the whole batch gives no gradient.</source>
        <translation>Null, und nicht bekannt, dass es in FP32 anders wäre: Eine Eingabe oder Einheit, die für den ganzen Batch 0 ist, gibt keinen Gradienten.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HealthPage</name>
    <message>
        <source>What each cast did to a layer&apos;s numbers, worst layer first. A layer is degraded if its gradient has lost norm or changed direction against FP32, not if many of its values are zero.</source>
        <translation>Was jede Umwandlung mit den Zahlen einer Schicht machte, die schlechteste Schicht zuerst. Eine Schicht ist beeinträchtigt, wenn ihr Gradient gegenüber FP32 Norm verloren hat oder in eine andere Richtung zeigt, nicht wenn viele Werte null sind.</translation>
    </message>
    <message>
        <source>About the cell that is chosen</source>
        <translation>Über die gewählte Zelle</translation>
    </message>
    <message>
        <source>Where the first inf or NaN arose</source>
        <translation>Wo das erste inf oder NaN entstand</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Jump to the first inf or NaN</source>
        <translation>Zum ersten inf oder NaN springen</translation>
    </message>
    <message>
        <source>Try it: loss scale %1</source>
        <translation>Probieren: Skalierungsfaktor %1</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Probieren</translation>
    </message>
    <message>
        <source>There is no loss scale to try for what is chosen.</source>
        <translation>Für das Gewählte gibt es keinen Skalierungsfaktor zum Ausprobieren.</translation>
    </message>
    <message>
        <source>This run has ended: nothing can be set.</source>
        <translation>Dieser Lauf ist beendet: Nichts lässt sich setzen.</translation>
    </message>
    <message>
        <source>Sets the loss scale of the run that trains, from its next step on.</source>
        <translation>Setzt den Skalierungsfaktor des trainierenden Laufs ab seinem nächsten Schritt.</translation>
    </message>
    <message>
        <source>Jump to step %1</source>
        <translation>Zu Schritt %1</translation>
    </message>
    <message>
        <source>Every page shows the step of the first inf or NaN.</source>
        <translation>Jede Seite zeigt den Schritt des ersten inf oder NaN.</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Shows the histogram of what is chosen on the page Underflow (also: Return, double click).</source>
        <translation>Zeigt das Histogramm des Gewählten auf der Seite „Unterlauf“ (auch: Eingabetaste, Doppelklick).</translation>
    </message>
    <message>
        <source>A ghost keeps its settings: nothing can be set.</source>
        <translation>Ein Geist behält seine Einstellungen: Nichts lässt sich setzen.</translation>
    </message>
    <message>
        <source>This training is not Mantissa&apos;s: nothing is sent to it.</source>
        <translation>Dieses Training ist keines von Mantissa: Ihm wird nichts gesendet.</translation>
    </message>
    <message>
        <source>A row with a triangle is a folder of modules: double click or Return unfolds it.</source>
        <translation>Eine Zeile mit einem Dreieck ist ein Ordner von Modulen: Doppelklick oder Eingabetaste klappt ihn auf.</translation>
    </message>
    <message>
        <source>Find a layer</source>
        <translation>Schicht suchen</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows more are not shown: fold something, or filter.</source>
        <translation>
            <numerusform>%1 weitere Zeile wird nicht gezeigt: Klappen Sie etwas zu, oder filtern Sie.</numerusform>
            <numerusform>%1 weitere Zeilen werden nicht gezeigt: Klappen Sie etwas zu, oder filtern Sie.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HistogramChart</name>
    <message>
        <source>No histogram yet</source>
        <translation>Noch kein Histogramm</translation>
    </message>
    <message>
        <source>zero</source>
        <translation>null</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>zu null gerundet</translation>
    </message>
    <message>
        <source>nonzero before the cast, zero after</source>
        <translation>vor der Umwandlung von null verschieden, danach null</translation>
    </message>
    <message>
        <source>inf</source>
        <translation>inf</translation>
    </message>
    <message>
        <source>infinite after the cast (%1 already before)</source>
        <translation>nach der Umwandlung unendlich (%1 schon davor)</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message numerus="yes">
        <source>%1 ≤ |x| &lt; %2: %3 values, %4</source>
        <translation>
            <numerusform>%1 ≤ |x| &lt; %2: %3 Wert, %4</numerusform>
            <numerusform>%1 ≤ |x| &lt; %2: %3 Werte, %4</numerusform>
        </translation>
    </message>
    <message>
        <source>(% of values)</source>
        <translation>(% der Werte)</translation>
    </message>
    <message>
        <source>× loss scale %1</source>
        <translation>× Skalierungsfaktor %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %3 values. %4.</source>
        <translation>
            <numerusform>%1: %2 von %3 Wert. %4.</numerusform>
            <numerusform>%1: %2 von %3 Werten. %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>infinite before the cast</source>
        <translation>vor der Umwandlung unendlich</translation>
    </message>
    <message>
        <source>of these: flushed to zero</source>
        <translation>davon: zu null gerundet</translation>
    </message>
    <message>
        <source>of these: subnormal after the cast</source>
        <translation>davon: nach der Umwandlung subnormal</translation>
    </message>
    <message>
        <source>of these: overflowed to infinity</source>
        <translation>davon: nach unendlich übergelaufen</translation>
    </message>
    <message>
        <source>|x| from</source>
        <translation>|x| ab</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>values, unscaled</source>
        <translation>Werte, unskaliert</translation>
    </message>
    <message>
        <source>%, unscaled</source>
        <translation>%, unskaliert</translation>
    </message>
    <message>
        <source>exactly zero before the cast: dead pixels, dead units, or lost in a later layer</source>
        <translation>vor der Umwandlung exakt null: tote Pixel, tote Neuronen oder in einer späteren Schicht verloren</translation>
    </message>
    <message>
        <source>starved</source>
        <translation>ausgehungert</translation>
    </message>
    <message>
        <source>zero here, nonzero in FP32: flushed here or lost upstream</source>
        <translation>hier null, in FP32 nicht: hier zu null gerundet oder schon davor verloren</translation>
    </message>
    <message>
        <source>in FP32</source>
        <translation>in FP32</translation>
    </message>
    <message>
        <source>starved: zero here, nonzero in FP32</source>
        <translation>ausgehungert: hier null, in FP32 nicht</translation>
    </message>
    <message>
        <source>in FP32, unscaled, from %1</source>
        <translation>in FP32, unskaliert, ab %1</translation>
    </message>
    <message>
        <source>zero after the cast: a true zero cannot be told from a flushed one</source>
        <translation>null nach der Umwandlung: Eine echte Null lässt sich nicht von einer zu null gerundeten Zahl unterscheiden</translation>
    </message>
    <message>
        <source>infinite after the cast</source>
        <translation>unendlich nach der Umwandlung</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::InspectDialog</name>
    <message>
        <source>Magnitudes</source>
        <translation>Beträge</translation>
    </message>
    <message>
        <source>&amp;Open files…</source>
        <translation>Dateien &amp;öffnen…</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Inspect tensors</source>
        <translation>Tensoren untersuchen</translation>
    </message>
    <message>
        <source>Your own gradients or weights (safetensors, .npy, .npz) against a format: what would be flushed to zero, subnormal or too large, and the loss scale that loses least. Nothing of the files is kept.</source>
        <translation>Eigene Gradienten oder Gewichte (safetensors, .npy, .npz) gegen ein Format: was zu null gerundet, subnormal oder zu groß würde, und den Skalierungsfaktor, bei dem am wenigsten verloren geht. Von den Dateien wird nichts behalten.</translation>
    </message>
    <message>
        <source>Format that the tensors are compared with</source>
        <translation>Format, mit dem die Tensoren verglichen werden</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>Show only tensors whose name contains this text</source>
        <translation>Nur Tensoren zeigen, deren Name diesen Text enthält</translation>
    </message>
    <message>
        <source>Copy the rows that are shown, for a spreadsheet</source>
        <translation>Die gezeigten Zeilen kopieren, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Share of the files that is read</source>
        <translation>Anteil der Dateien, der gelesen ist</translation>
    </message>
    <message>
        <source>Tensors, the worst for the format first</source>
        <translation>Tensoren, die für das Format schlechtesten zuerst</translation>
    </message>
    <message>
        <source>Open a file: the histogram of the chosen tensor stands here, over the format&apos;s range.</source>
        <translation>Öffnen Sie eine Datei: Hier steht das Histogramm des gewählten Tensors über dem Wertebereich des Formats.</translation>
    </message>
    <message>
        <source>Tensors (*.safetensors *.npy *.npz);;All files (*)</source>
        <translation>Tensoren (*.safetensors *.npy *.npz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Nothing is flushed, subnormal or too large in %1.</source>
        <translation>In %1 wird nichts zu null gerundet, subnormal oder zu groß.</translation>
    </message>
    <message>
        <source>Tensors with numbers that %1 flushes, makes subnormal or cannot hold: %2 of %3.</source>
        <translation>Tensoren mit Zahlen, die %1 zu null rundet, subnormal macht oder nicht fasst: %2 von %3.</translation>
    </message>
    <message>
        <source>Left out, since they have no floating-point numbers: %1.</source>
        <translation>Ausgelassen, da sie keine Gleitkommazahlen haben: %1.</translation>
    </message>
    <message>
        <source>No file is open.</source>
        <translation>Keine Datei ist offen.</translation>
    </message>
    <message>
        <source>&amp;Show on the Underflow page</source>
        <translation>Auf der Seite „Unterlauf“ &amp;zeigen</translation>
    </message>
    <message>
        <source>There its magnitudes can be dragged to try a scale, with what each would rescue</source>
        <translation>Dort lassen sich seine Größenordnungen ziehen, um einen Skalierungsfaktor zu erproben, mit dem, was jeder retten würde</translation>
    </message>
    <message>
        <source>Find a tensor</source>
        <translation>Tensor suchen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::InspectionTable</name>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>As the file names it</source>
        <translation>Wie die Datei ihn nennt</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>How many numbers it has, zeros among them</source>
        <translation>Wie viele Zahlen er hat, Nullen eingeschlossen</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>L2 norm of what is flushed to zero, against that of the whole tensor</source>
        <translation>L2-Norm dessen, was zu null gerundet wird, im Verhältnis zu der des ganzen Tensors</translation>
    </message>
    <message>
        <source>Norm lost</source>
        <translation>Verlorene Norm</translation>
    </message>
    <message>
        <source>Share of the numbers other than zero that become zero</source>
        <translation>Anteil der von null verschiedenen Zahlen, die null werden</translation>
    </message>
    <message>
        <source>Flushed</source>
        <translation>Zu null gerundet</translation>
    </message>
    <message>
        <source>Share of the numbers other than zero that keep fewer bits than the format has</source>
        <translation>Anteil der von null verschiedenen Zahlen, die weniger Bits behalten, als das Format hat</translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation>Subnormal</translation>
    </message>
    <message>
        <source>Share of the numbers other than zero that become infinite</source>
        <translation>Anteil der von null verschiedenen Zahlen, die unendlich werden</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>Power of two that loses least of the norm and leaves two bits above the largest number; 1: none is needed. In brackets the powers that do as well.</source>
        <translation>Zweierpotenz, bei der am wenigsten der Norm verloren geht und die zwei Bits über der größten Zahl lässt; 1: keine ist nötig. In Klammern die Potenzen, die ebenso gut sind.</translation>
    </message>
    <message>
        <source>Best scale</source>
        <translation>Bester Skalierungsfaktor</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::KeepingGuard</name>
    <message>
        <source>Training waits: the library of runs cannot be written: %1.</source>
        <translation>Das Training wartet: Die Bibliothek der Läufe lässt sich nicht schreiben: %1.</translation>
    </message>
    <message>
        <source>The grid waits: its library cannot be written: %1.</source>
        <translation>Das Raster wartet: Seine Bibliothek lässt sich nicht schreiben: %1.</translation>
    </message>
    <message>
        <source>Free some space, or make its folder writable: it continues by itself, and nothing is lost.</source>
        <translation>Schaffen Sie Platz oder machen Sie den Ordner beschreibbar: Es geht von selbst weiter, und nichts ist verloren.</translation>
    </message>
    <message>
        <source>Continue without keeping</source>
        <translation>Ohne Aufbewahren weiter</translation>
    </message>
    <message>
        <source>“%1” is stopped, because it cannot be kept: %2.</source>
        <translation>„%1“ wird gestoppt, weil er nicht aufbewahrt werden kann: %2.</translation>
    </message>
    <message>
        <source>What the library holds of it stays as it was. Start it again from its settings.</source>
        <translation>Was die Bibliothek von ihm enthält, bleibt, wie es war. Starten Sie ihn neu mit seinen Einstellungen.</translation>
    </message>
    <message>
        <source>Training continues, but is not kept: the library of runs cannot be written: %1.</source>
        <translation>Das Training geht weiter, wird aber nicht aufbewahrt: Die Bibliothek der Läufe lässt sich nicht schreiben: %1.</translation>
    </message>
    <message>
        <source>The grid continues, but is not kept: its library cannot be written: %1.</source>
        <translation>Das Raster geht weiter, wird aber nicht aufbewahrt: Seine Bibliothek lässt sich nicht schreiben: %1.</translation>
    </message>
    <message>
        <source>Free some space, or make its folder writable: from the next run on it is kept again.</source>
        <translation>Schaffen Sie Platz oder machen Sie den Ordner beschreibbar: Vom nächsten Lauf an wird wieder aufbewahrt.</translation>
    </message>
    <message>
        <source>Try again now</source>
        <translation>Jetzt noch einmal versuchen</translation>
    </message>
    <message>
        <source>The library can be written again: what begins from now on is kept.</source>
        <translation>Die Bibliothek lässt sich wieder schreiben: Was von jetzt an beginnt, wird aufbewahrt.</translation>
    </message>
    <message>
        <source>Kept again from “%1” on: the library of runs can be written.</source>
        <translation>Wieder aufbewahrt ab „%1“: Die Bibliothek der Läufe lässt sich schreiben.</translation>
    </message>
    <message>
        <source>The grid is kept again: its library can be written.</source>
        <translation>Das Raster wird wieder aufbewahrt: Seine Bibliothek lässt sich schreiben.</translation>
    </message>
    <message>
        <source>Runs of the grid that are not kept: %1.</source>
        <translation>Läufe des Rasters, die nicht aufbewahrt sind: %1.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>“%1” from step %2 on</source>
        <translation>„%1“ ab Schritt %2</translation>
    </message>
    <message>
        <source>Not kept: %1.</source>
        <translation>Nicht aufbewahrt: %1.</translation>
    </message>
    <message>
        <source>Not kept: %1, and others: %2.</source>
        <translation>Nicht aufbewahrt: %1 und weitere: %2.</translation>
    </message>
    <message>
        <source>A run that continues one that is not completely kept is not kept either.</source>
        <translation>Ein Lauf, der einen nicht ganz aufbewahrten fortsetzt, wird ebenfalls nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>The library can be written now: what begins from now on is kept.</source>
        <translation>Die Bibliothek lässt sich jetzt schreiben: Was von jetzt an beginnt, wird aufbewahrt.</translation>
    </message>
    <message>
        <source>“%1”: %2.</source>
        <translation>„%1“: %2.</translation>
    </message>
    <message>
        <source>How much of the disk a run may take is set in the menu of the Runs dock.</source>
        <translation>Wie viel Plattenplatz ein Lauf haben darf, steht im Menü der Läufe.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LayerFigure</name>
    <message>
        <source>Choose an operation</source>
        <translation>Wählen Sie eine Operation</translation>
    </message>
    <message>
        <source>part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>magnitudes</source>
        <translation>Beträge</translation>
    </message>
    <message>
        <source>lost in its cast</source>
        <translation>in der Umwandlung verloren</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LayerFormatChoice</name>
    <message>
        <source>This training is not Mantissa&apos;s: nothing is sent to it. Its script sets its formats.</source>
        <translation>Dieses Training ist keines von Mantissa: Ihm wird nichts gesendet. Sein Skript bestimmt seine Formate.</translation>
    </message>
    <message>
        <source>A layer&apos;s format can be set while a run trains.</source>
        <translation>Das Format einer Schicht lässt sich setzen, während ein Lauf trainiert.</translation>
    </message>
    <message>
        <source>A ghost keeps its settings: nothing can be set.</source>
        <translation>Ein Geist behält seine Einstellungen: Nichts lässt sich setzen.</translation>
    </message>
    <message>
        <source>The layers of this run are not known yet.</source>
        <translation>Die Schichten dieses Laufs sind noch nicht bekannt.</translation>
    </message>
    <message>
        <source>Layer in</source>
        <translation>Schicht in</translation>
    </message>
    <message>
        <source>Layer %1 in</source>
        <translation>Schicht %1 in</translation>
    </message>
    <message>
        <source>Format of the layer</source>
        <translation>Format der Schicht</translation>
    </message>
    <message>
        <source>Format of layer %1</source>
        <translation>Format der Schicht %1</translation>
    </message>
    <message>
        <source>Takes effect at the next step of the run that trains.</source>
        <translation>Gilt ab dem nächsten Schritt des trainierenden Laufs.</translation>
    </message>
    <message>
        <source>as the run</source>
        <translation>wie der Lauf</translation>
    </message>
    <message>
        <source>as the run (%1)</source>
        <translation>wie der Lauf (%1)</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonDesk</name>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Your progress in the lesson cannot be saved: %1</source>
        <translation>Der Stand der Lektion lässt sich nicht speichern: %1</translation>
    </message>
    <message>
        <source>The lesson continues; it will begin anew at the next start.</source>
        <translation>Die Lektion geht weiter; beim nächsten Start beginnt sie von vorn.</translation>
    </message>
    <message>
        <source>&amp;Open lesson…</source>
        <translation>Lektion &amp;öffnen…</translation>
    </message>
    <message>
        <source>A lesson from a folder of your own</source>
        <translation>Eine Lektion aus einem eigenen Ordner</translation>
    </message>
    <message>
        <source>&amp;Close the lesson</source>
        <translation>Lektion &amp;schließen</translation>
    </message>
    <message>
        <source>Your progress is kept</source>
        <translation>Der erreichte Stand bleibt erhalten</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The lesson&apos;s next step</source>
        <translation>Der nächste Schritt der Lektion</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The step before</source>
        <translation>Der Schritt davor</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Train what this step trains</source>
        <translation>Trainieren, was dieser Schritt trainiert</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Set everything as this step needs it, point at it, and train</source>
        <translation>Alles einstellen, was dieser Schritt braucht, darauf zeigen und trainieren</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>Back to the lesson&apos;s start, with its settings and without answers; Undo brings them back</source>
        <translation>Zurück zum Beginn der Lektion, mit ihren Einstellungen und ohne Antworten; „Rückgängig“ holt sie zurück</translation>
    </message>
    <message>
        <source>Hand in…</source>
        <translation>Abgeben…</translation>
    </message>
    <message>
        <source>Your predictions and the results of the runs, as one file</source>
        <translation>Die Vorhersagen und die Ergebnisse der Läufe, als eine Datei</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>L&amp;ektion</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message numerus="yes">
        <source>%1 About %n minutes.</source>
        <translation>
            <numerusform>%1 Etwa %n Minute.</numerusform>
            <numerusform>%1 Etwa %n Minuten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Hand in</source>
        <translation>Abgeben</translation>
    </message>
    <message>
        <source>Your name, as your teacher will read it (may be empty):</source>
        <translation>Name, wie ihn die Lehrkraft lesen soll (darf leer sein):</translation>
    </message>
    <message>
        <source>Save the result as</source>
        <translation>Ergebnis speichern als</translation>
    </message>
    <message>
        <source>Results (*.json)</source>
        <translation>Ergebnisse (*.json)</translation>
    </message>
    <message>
        <source>The lesson continues where you left it. Alt+Home goes to its start.</source>
        <translation>Es geht beim erreichten Stand weiter. Alt+Pos1 führt zum Beginn der Lektion.</translation>
    </message>
    <message>
        <source>step %1 of the lesson</source>
        <translation>Schritt %1 der Lektion</translation>
    </message>
    <message>
        <source>The worker is not running: start it again first.</source>
        <translation>Der Rechenprozess läuft nicht: erst wieder starten.</translation>
    </message>
    <message>
        <source>The worker was lost during the training.</source>
        <translation>Der Rechenprozess ging während des Trainings verloren.</translation>
    </message>
    <message>
        <source>the lesson&apos;s start</source>
        <translation>der Beginn der Lektion</translation>
    </message>
    <message>
        <source>Your result is in %1.</source>
        <translation>Das Ergebnis liegt in %1.</translation>
    </message>
    <message>
        <source>The lesson cannot be opened: %1 (%2)</source>
        <translation>Die Lektion lässt sich nicht öffnen: %1 (%2)</translation>
    </message>
    <message>
        <source>The lesson needs the settings that “%1” locked or hid: they are free now. Undo locks them again.</source>
        <translation>Die Lektion braucht die Einstellungen, die „%1“ gesperrt oder ausgeblendet hatte: Sie sind jetzt frei. „Rückgängig“ sperrt sie wieder.</translation>
    </message>
    <message>
        <source>Skip the question</source>
        <translation>Frage überspringen</translation>
    </message>
    <message>
        <source>Continue without a prediction</source>
        <translation>Ohne Vorhersage weitermachen</translation>
    </message>
    <message>
        <source>Not trained yet: this step trains what is shown here.</source>
        <translation>Noch nicht trainiert: Dieser Schritt trainiert, was hier gezeigt wird.</translation>
    </message>
    <message>
        <source>Not trained yet: step %1 of the lesson trains what is shown here.</source>
        <translation>Noch nicht trainiert: Schritt %1 der Lektion trainiert, was hier gezeigt wird.</translation>
    </message>
    <message>
        <source>Go to step %1</source>
        <translation>Zu Schritt %1</translation>
    </message>
    <message>
        <source>Another run is training: stop it first (Ctrl+.).</source>
        <translation>Ein anderer Lauf trainiert: erst stoppen (Strg+.).</translation>
    </message>
    <message>
        <source>Expected: %1.</source>
        <translation>Erwartet: %1.</translation>
    </message>
    <message>
        <source>“%1” is training, and would lose these runs.</source>
        <translation>„%1“ trainiert und würde diese Läufe verlieren.</translation>
    </message>
    <message>
        <source>Wait for their end, or stop them first.</source>
        <translation>Warten Sie ihr Ende ab, oder halten Sie sie erst an.</translation>
    </message>
    <message>
        <source>“%1” is closed. The Lesson menu opens it where you left it.</source>
        <translation>„%1“ ist geschlossen. Das Menü Lektion öffnet sie dort, wo sie verlassen wurde.</translation>
    </message>
    <message>
        <source>The question of this step is left out: what it asks for is shown. “Start again” asks it anew.</source>
        <translation>Die Frage dieses Schritts entfällt: Was sie wissen will, wird gezeigt. „Neu beginnen“ stellt sie erneut.</translation>
    </message>
    <message>
        <source>Close the lesson</source>
        <translation>Die Lektion schließen</translation>
    </message>
    <message>
        <source>Close the lesson; the Lesson menu opens it where you left it</source>
        <translation>Die Lektion schließen; das Menü Lektion öffnet sie dort, wo sie verlassen wurde</translation>
    </message>
    <message>
        <source>Answer the question</source>
        <translation>Frage beantworten</translation>
    </message>
    <message>
        <source>Go to the step&apos;s question</source>
        <translation>Zur Frage des Schritts gehen</translation>
    </message>
    <message>
        <source>“Show me” shows the outcome of this step. Its question is then left out.</source>
        <translation>„Zeigen“ zeigt das Ergebnis dieses Schritts. Seine Frage entfällt dann.</translation>
    </message>
    <message>
        <source>Leave the question out</source>
        <translation>Frage weglassen</translation>
    </message>
    <message>
        <source>Keep the question</source>
        <translation>Frage behalten</translation>
    </message>
    <message>
        <source>student</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonModel</name>
    <message>
        <source>The run was stopped before its end: run it again.</source>
        <translation>Der Lauf wurde vor seinem Ende gestoppt: noch einmal starten.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>How far the training of this step is</source>
        <translation>Wie weit das Training dieses Schritts ist</translation>
    </message>
    <message>
        <source>Your curve and the measured one</source>
        <translation>Die gezeichnete und die gemessene Kurve</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>Training %n runs side by side…</source>
        <translation>
            <numerusform>%n Lauf wird trainiert…</numerusform>
            <numerusform>%n Läufe werden nebeneinander trainiert…</numerusform>
        </translation>
    </message>
    <message>
        <source>Training…</source>
        <translation>Training läuft…</translation>
    </message>
    <message>
        <source>Trained.</source>
        <translation>Trainiert.</translation>
    </message>
    <message>
        <source>Run it again</source>
        <translation>Noch einmal starten</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Predict first, or skip the question.</source>
        <translation>Erst vorhersagen oder die Frage überspringen.</translation>
    </message>
    <message>
        <source>The next lesson: %1</source>
        <translation>Die nächste Lektion: %1</translation>
    </message>
    <message>
        <source>The lesson&apos;s next step (Alt+Right)</source>
        <translation>Der nächste Schritt der Lektion (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Next lesson</source>
        <translation>Nächste Lektion</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>This text speaks of the end of the runs, which is not reached yet.</source>
        <translation>Dieser Text spricht vom Ende der Läufe, und das ist noch nicht erreicht.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LibrarySink</name>
    <message>
        <source>Nothing was imported from %1: %2</source>
        <translation>Aus %1 wurde nichts importiert: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: a recorded training of %n steps is in the library.</source>
        <translation>
            <numerusform>%1: Eine Aufzeichnung von %n Schritt ist in der Bibliothek.</numerusform>
            <numerusform>%1: Eine Aufzeichnung von %n Schritten ist in der Bibliothek.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of its lines cannot be read and were left out; its log says which.</source>
        <translation>
            <numerusform>%n seiner Zeilen ist nicht lesbar und wurde ausgelassen; sein Protokoll sagt, welche.</numerusform>
            <numerusform>%n seiner Zeilen sind nicht lesbar und wurden ausgelassen; sein Protokoll sagt, welche.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LineChart</name>
    <message>
        <source>No data yet</source>
        <translation>Noch keine Daten</translation>
    </message>
    <message>
        <source>%1: %2 at %3 %4</source>
        <translation>%1: %2 bei %3 %4</translation>
    </message>
    <message>
        <source>series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>&amp;Logarithmic axis (base 2)</source>
        <translation>&amp;Logarithmische Achse (Basis 2)</translation>
    </message>
    <message numerus="yes">
        <source>%n skipped steps</source>
        <translation>
            <numerusform>%n Schritt übersprungen</numerusform>
            <numerusform>%n Schritte übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>grew %n times</source>
        <translation>
            <numerusform>%n-mal gewachsen</numerusform>
            <numerusform>%n-mal gewachsen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LiveHistogram</name>
    <message>
        <source>Magnitudes before the cast</source>
        <translation>Beträge vor der Umwandlung</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LiveLogged</name>
    <message>
        <source>Logged</source>
        <translation>Protokolliert</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Logged number</source>
        <translation>Protokollierte Zahl</translation>
    </message>
    <message>
        <source>A number that this training logged, under the name that it has there</source>
        <translation>Eine Zahl, die dieses Training protokolliert hat, unter ihrem dortigen Namen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LivePage</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Loss (nats)</source>
        <translation>Verlust (Nat)</translation>
    </message>
    <message>
        <source>Loss scale (power of 2)</source>
        <translation>Skalierungsfaktor (Zweierpotenz)</translation>
    </message>
    <message>
        <source>Waiting for the first step</source>
        <translation>Warten auf den ersten Schritt</translation>
    </message>
    <message>
        <source>Memory of one step</source>
        <translation>Speicher eines Schritts</translation>
    </message>
    <message>
        <source>accuracy (probe.log(accuracy=…) records it)</source>
        <translation>Genauigkeit (probe.log(accuracy=…) zeichnet sie auf)</translation>
    </message>
    <message>
        <source>a loss scale</source>
        <translation>ein Skalierungsfaktor</translation>
    </message>
    <message>
        <source>memory by category</source>
        <translation>Speicher nach Kategorien</translation>
    </message>
    <message>
        <source>The recording of this run does not have: %1.</source>
        <translation>Die Aufzeichnung dieses Laufs enthält nicht: %1.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>histograms</source>
        <translation>Histogramme</translation>
    </message>
    <message>
        <source>Loss (mean squared error)</source>
        <translation>Verlust (mittleres Fehlerquadrat)</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LockStrip</name>
    <message>
        <source>Locked by the handed-out settings. Edit › Unlock settings frees it.</source>
        <translation>Durch vorgegebene Einstellungen gesperrt. Bearbeiten › Einstellungen freigeben hebt es auf.</translation>
    </message>
    <message>
        <source>Unlock settings</source>
        <translation>Einstellungen freigeben</translation>
    </message>
    <message>
        <source>Shows and frees every setting; their values stay. Undo takes it back.</source>
        <translation>Zeigt jede Einstellung und gibt sie frei; die Werte bleiben. „Rückgängig“ nimmt es zurück.</translation>
    </message>
    <message>
        <source>locked: %1</source>
        <translation>gesperrt: %1</translation>
    </message>
    <message>
        <source>hidden: %1</source>
        <translation>ausgeblendet: %1</translation>
    </message>
    <message>
        <source>Handed-out settings, %1.</source>
        <translation>Vorgegebene Einstellungen, %1.</translation>
    </message>
    <message>
        <source>the advisor is silent</source>
        <translation>der Berater schweigt</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Machine</name>
    <message>
        <source>A run is training: stop it first.</source>
        <translation>Ein Lauf trainiert: erst stoppen.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Machine: %1</source>
        <translation>Rechner: %1</translation>
    </message>
    <message>
        <source>Where the training runs: %1. Click to choose another machine.</source>
        <translation>Wo das Training läuft: %1. Ein Klick wählt einen anderen Rechner.</translation>
    </message>
    <message>
        <source>The interrupted training continues from its checkpoint.</source>
        <translation>Das unterbrochene Training geht von seinem Sicherungspunkt aus weiter.</translation>
    </message>
    <message>
        <source>The window is connected again, and nothing received was lost.</source>
        <translation>Das Fenster ist wieder verbunden, und nichts Empfangenes ging verloren.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>Neu verbinden</translation>
    </message>
    <message>
        <source>Use this computer</source>
        <translation>Diesen Rechner verwenden</translation>
    </message>
    <message>
        <source>The window is connected again.</source>
        <translation>Das Fenster ist wieder verbunden.</translation>
    </message>
    <message>
        <source>It was started again, and nothing received was lost.</source>
        <translation>Er wurde neu gestartet, und nichts Empfangenes ging verloren.</translation>
    </message>
    <message>
        <source>It was started again.</source>
        <translation>Er wurde neu gestartet.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MachineDialog</name>
    <message>
        <source>&amp;This computer</source>
        <translation>&amp;Dieser Rechner</translation>
    </message>
    <message>
        <source>&amp;Another computer, by ssh</source>
        <translation>&amp;Ein anderer Rechner, über ssh</translation>
    </message>
    <message>
        <source>A &amp;node that Slurm gives</source>
        <translation>Ein &amp;Knoten, den Slurm zuteilt</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>The worker&apos;s path on that machine</source>
        <translation>Pfad des Rechenprozesses auf jenem Rechner</translation>
    </message>
    <message>
        <source>Slurm decides</source>
        <translation>Slurm entscheidet</translation>
    </message>
    <message>
        <source>Slurm partition</source>
        <translation>Slurm-Partition</translation>
    </message>
    <message>
        <source>with a &amp;graphics card</source>
        <translation>mit einer &amp;Grafikkarte</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Where the training runs. The window, your library and what you hand in stay on this computer.</source>
        <translation>Wo das Training läuft. Das Fenster, Ihre Bibliothek und was Sie abgeben bleiben auf diesem Rechner.</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Rechner</translation>
    </message>
    <message>
        <source>&amp;Partition</source>
        <translation>&amp;Partition</translation>
    </message>
    <message>
        <source>&amp;Worker there</source>
        <translation>Re&amp;chenprozess dort</translation>
    </message>
    <message>
        <source>Mantissa must be installed on that machine in the same version. ssh has to connect without asking for anything: with a key, to a machine that this computer knows. Folders of images are read on that machine.</source>
        <translation>Mantissa muss auf dem anderen Rechner in derselben Version installiert sein. ssh muss sich ohne Rückfrage verbinden: mit einem Schlüssel, zu einem Rechner, den dieser kennt. Ordner mit Bildern werden dort gelesen.</translation>
    </message>
    <message>
        <source>&amp;Use it</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>Which computer? Its name goes into “Host”.</source>
        <translation>Welcher Rechner? Sein Name gehört in das Feld „Rechner“.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MainWindow</name>
    <message>
        <source>View › Advisor brings it back.</source>
        <translation>Ansicht › Berater holt ihn zurück.</translation>
    </message>
    <message>
        <source>a run&apos;s settings with the advisor&apos;s change</source>
        <translation>die Einstellungen eines Laufs mit der Änderung des Beraters</translation>
    </message>
    <message>
        <source>It is in the Setup dock for the next run.</source>
        <translation>Es steht im Bereich „Aufbau“ für den nächsten Lauf.</translation>
    </message>
    <message>
        <source>Slow motion: delay after each step in milliseconds</source>
        <translation>Zeitlupe: Wartezeit nach jedem Schritt in Millisekunden</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>From step %1 on: %2</source>
        <translation>Ab Schritt %1: %2</translation>
    </message>
    <message>
        <source>use a run&apos;s settings</source>
        <translation>Einstellungen eines Laufs übernehmen</translation>
    </message>
    <message>
        <source>Its settings are in the Setup dock for the next run.</source>
        <translation>Seine Einstellungen stehen im Bereich „Aufbau“ für den nächsten Lauf.</translation>
    </message>
    <message>
        <source>The last session&apos;s settings were restored.</source>
        <translation>Die Einstellungen der letzten Sitzung wurden wiederhergestellt.</translation>
    </message>
    <message>
        <source>Show its log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>%1 · Undo</source>
        <translation>%1 · Rückgängig</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>läuft nicht</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>not responding</source>
        <translation>antwortet nicht</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>%1 ms after each step</source>
        <translation>%1&#xa0;ms nach jedem Schritt</translation>
    </message>
    <message>
        <source>Diagnostics are on the clipboard.</source>
        <translation>Die Diagnose liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Text size %1 %</source>
        <translation>Textgröße %1&#xa0;%</translation>
    </message>
    <message>
        <source>A run is training. Leave and end it?</source>
        <translation>Ein Lauf trainiert. Mantissa verlassen und ihn beenden?</translation>
    </message>
    <message>
        <source>Everything recorded so far is kept.</source>
        <translation>Alles bisher Aufgezeichnete bleibt erhalten.</translation>
    </message>
    <message>
        <source>A grid of formats runs on the page Range: stop it first.</source>
        <translation>Auf der Seite „Wertebereich“ läuft ein Raster von Formaten: erst stoppen.</translation>
    </message>
    <message>
        <source>The decision sheet is being measured: cancel it first.</source>
        <translation>Für das Entscheidungsblatt wird gemessen: erst abbrechen.</translation>
    </message>
    <message>
        <source>A run began to train, which would have falsified the times: measure again after it.</source>
        <translation>Ein Lauf hat zu trainieren begonnen, was die Zeiten verfälscht hätte: danach noch einmal messen.</translation>
    </message>
    <message>
        <source>A training run or a measurement is in progress, and both at once would slow each other: stop it first.</source>
        <translation>Es läuft schon ein Training oder eine Messung, und beides zugleich würde sich gegenseitig bremsen: erst stoppen.</translation>
    </message>
    <message>
        <source>Not all that was recorded of it is kept in the library.</source>
        <translation>Nicht alles, was von ihm aufgezeichnet wurde, ist in der Bibliothek aufbewahrt.</translation>
    </message>
    <message>
        <source>Leave? What is not kept in the library is lost.</source>
        <translation>Verlassen? Was nicht in der Bibliothek aufbewahrt ist, geht verloren.</translation>
    </message>
    <message>
        <source>Not kept completely: %1, and others: %2.</source>
        <translation>Nicht ganz aufbewahrt: %1 und weitere: %2.</translation>
    </message>
    <message>
        <source>Not kept completely: %1.</source>
        <translation>Nicht ganz aufbewahrt: %1.</translation>
    </message>
    <message>
        <source>The layout is as it was at first.</source>
        <translation>Das Layout ist wie am Anfang.</translation>
    </message>
    <message>
        <source>a run&apos;s settings with its cure</source>
        <translation>Einstellungen eines Laufs mit seiner Abhilfe</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MemoryByBatch</name>
    <message>
        <source>No plans yet</source>
        <translation>Noch keine Pläne</translation>
    </message>
    <message>
        <source>batch %1: %2</source>
        <translation>Batch %1: %2</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>Budget %1</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>together</source>
        <translation>zusammen</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>%1 (B)</source>
        <translation>%1 (B)</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MemoryChart</name>
    <message>
        <source>No memory plan yet</source>
        <translation>Noch kein Speicherplan</translation>
    </message>
    <message>
        <source>as native</source>
        <translation>wie nativ</translation>
    </message>
    <message>
        <source>peak %1 at %2</source>
        <translation>Spitze %1 bei %2</translation>
    </message>
    <message>
        <source>; a native device would hold %1</source>
        <translation>; ein natives Gerät würde %1 belegen</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <source>held here %1</source>
        <translation>hier belegt %1</translation>
    </message>
    <message>
        <source>native device %1</source>
        <translation>natives Gerät %1</translation>
    </message>
    <message>
        <source>peak: %1</source>
        <translation>Spitze: %1</translation>
    </message>
    <message>
        <source>card: %1 of %2</source>
        <translation>Karte: %1 von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>%1, held (B)</source>
        <translation>%1, belegt (B)</translation>
    </message>
    <message>
        <source>%1, native (B)</source>
        <translation>%1, nativ (B)</translation>
    </message>
    <message>
        <source>here %1</source>
        <translation>hier %1</translation>
    </message>
    <message>
        <source>native %1</source>
        <translation>nativ %1</translation>
    </message>
    <message>
        <source>Stack what a device with native 16-bit arithmetic would hold, without the FP32 shadow, which only looks</source>
        <translation>Stapeln, was ein Gerät mit eigener 16-Bit-Arithmetik hielte, ohne den FP32-Schatten, der nur zusieht</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::MemoryPlans</name>
    <message>
        <source>The worker sent no plan.</source>
        <translation>Der Rechenprozess hat keinen Plan gesendet.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkBudget</name>
    <message>
        <source>Precision budget</source>
        <translation>Bits je Operation</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>FP32 trains first.</source>
        <translation>Zuerst trainiert FP32.</translation>
    </message>
    <message>
        <source>Operation %1 of %2</source>
        <translation>Operation %1 von %2</translation>
    </message>
    <message>
        <source>, about %1 s left</source>
        <translation>, noch etwa %1 s</translation>
    </message>
    <message>
        <source>Ends the search; what was found stays.</source>
        <translation>Beendet die Suche; was gefunden wurde, bleibt.</translation>
    </message>
    <message>
        <source>Only of a run whose settings are known: it is trained again, many times.</source>
        <translation>Nur von einem Lauf, dessen Einstellungen bekannt sind: Er wird viele Male noch einmal trainiert.</translation>
    </message>
    <message>
        <source>Searches how few exponent and fraction bits each operation can do with while everything else is in FP32. It trains this run&apos;s settings again, %1 steps each time, beside what trains now.</source>
        <translation>Sucht, mit wie wenigen Exponenten- und Mantissenbits jede Operation auskommt, während alles andere in FP32 bleibt. Die Einstellungen dieses Laufs werden dafür immer wieder trainiert, je %1 Schritte, neben dem, was gerade trainiert.</translation>
    </message>
    <message>
        <source>How few bits each operation can do with</source>
        <translation>Mit wie wenigen Bits jede Operation auskommt</translation>
    </message>
    <message>
        <source>The budget of another run is being searched.</source>
        <translation>Gerade wird nach den Bits eines anderen Laufs gesucht.</translation>
    </message>
    <message>
        <source>Stopped; operations that are known: %1</source>
        <translation>Gestoppt; bekannte Operationen: %1</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>braucht %1</translation>
    </message>
    <message numerus="yes">
        <source>All at once in %1: keeps up with FP32 (one seed, %n steps).</source>
        <translation>
            <numerusform>Alle zugleich in %1: hält mit FP32 mit (ein Startwert, %n Schritt).</numerusform>
            <numerusform>Alle zugleich in %1: hält mit FP32 mit (ein Startwert, %n Schritte).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All at once in %1: falls behind FP32 (one seed, %n steps).</source>
        <translation>
            <numerusform>Alle zugleich in %1: bleibt hinter FP32 zurück (ein Startwert, %n Schritt).</numerusform>
            <numerusform>Alle zugleich in %1: bleibt hinter FP32 zurück (ein Startwert, %n Schritte).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It needs %1 exponent and %n fraction bits while everything else is in FP32 (%2).</source>
        <translation>
            <numerusform>Sie braucht %1 Exponentbits und %n Mantissenbit, während alles andere in FP32 ist (%2).</numerusform>
            <numerusform>Sie braucht %1 Exponenten- und %n Mantissenbits, während alles andere in FP32 ist (%2).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkDiagram</name>
    <message>
        <source>No network yet</source>
        <translation>Noch kein Netz</translation>
    </message>
    <message>
        <source>A click on the title folds %1.</source>
        <translation>Ein Klick auf den Titel klappt %1 zu.</translation>
    </message>
    <message>
        <source>%1: %2 Arrow keys choose another box, Return opens it.</source>
        <translation>%1: %2 Pfeiltasten wählen einen anderen Kasten, die Eingabetaste öffnet ihn.</translation>
    </message>
    <message>
        <source>&amp;Fit into the window</source>
        <translation>Ins Fenster &amp;einpassen</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>magnitudes</source>
        <translation>Beträge</translation>
    </message>
    <message>
        <source>flushed (%)</source>
        <translation>zu null gerundet (%)</translation>
    </message>
    <message>
        <source>overflow (%)</source>
        <translation>Überlauf (%)</translation>
    </message>
    <message>
        <source>norm lost (%)</source>
        <translation>verlorene Norm (%)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>first inf or NaN</source>
        <translation>erstes inf oder NaN</translation>
    </message>
    <message>
        <source>fewest bits</source>
        <translation>wenigste Bits</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkExport</name>
    <message>
        <source>There is no run: train one, or open one of the Runs dock.</source>
        <translation>Es gibt keinen Lauf: Trainieren Sie einen, oder öffnen Sie einen aus dem Bereich „Läufe“.</translation>
    </message>
    <message>
        <source>No weights of this run are kept on this computer. They are kept when a run that was trained here ends, of the newest runs only.</source>
        <translation>Von diesem Lauf sind auf diesem Computer keine Gewichte aufgehoben. Aufgehoben werden sie, wenn ein hier trainierter Lauf endet, und nur die der neuesten Läufe.</translation>
    </message>
    <message>
        <source>Export the network of %1</source>
        <translation>Netz von %1 exportieren</translation>
    </message>
    <message>
        <source>Weights (*.safetensors)</source>
        <translation>Gewichte (*.safetensors)</translation>
    </message>
    <message>
        <source>ONNX model (*.onnx)</source>
        <translation>ONNX-Modell (*.onnx)</translation>
    </message>
    <message>
        <source>%1 was not written: its name does not say what it is to be.</source>
        <translation>%1 wurde nicht geschrieben: Der Name sagt nicht, was es werden soll.</translation>
    </message>
    <message>
        <source>Give it a name that ends in .safetensors, .onnx or .py.</source>
        <translation>Geben Sie einen Namen, der auf .safetensors, .onnx oder .py endet.</translation>
    </message>
    <message>
        <source>%1 was not written: another network is just being exported.</source>
        <translation>%1 wurde nicht geschrieben: Gerade wird ein anderes Netz exportiert.</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1 wurde nicht geschrieben: %2</translation>
    </message>
    <message>
        <source>The network of %1 after step %2: %3</source>
        <translation>Das Netz von %1 nach Schritt %2: %3</translation>
    </message>
    <message>
        <source>It still trains: its network can be exported once it has ended or was stopped.</source>
        <translation>Er trainiert noch: Sein Netz lässt sich exportieren, sobald er beendet oder angehalten ist.</translation>
    </message>
    <message>
        <source>PyTorch module, without weights (*.py)</source>
        <translation>PyTorch-Modul, ohne Gewichte (*.py)</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkPage</name>
    <message>
        <source>Boxes are operations, lines are tensors in the colour of their format, chips on them are casts. The bar in a box: its magnitudes, over what the format holds (subnormals dotted).</source>
        <translation>Kästen sind Operationen, Linien Tensoren in der Farbe ihres Formats, Plättchen darauf Umwandlungen. Der Balken im Kasten: seine Beträge über dem, was das Format darstellt (Subnormale gepunktet).</translation>
    </message>
    <message>
        <source>About the box that is chosen</source>
        <translation>Zum gewählten Kasten</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Training step of a layer</source>
        <translation>Trainingsschritt einer Schicht</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>Shows what is chosen on the page Health (also: Return, double click).</source>
        <translation>Zeigt das Gewählte auf der Seite „Gesundheit“ (auch: Eingabetaste, Doppelklick).</translation>
    </message>
    <message>
        <source>Underflow</source>
        <translation>Unterlauf</translation>
    </message>
    <message>
        <source>Shows the histogram of what is chosen on the page Underflow.</source>
        <translation>Zeigt das Histogramm des Gewählten auf der Seite „Unterlauf“.</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Follows one gradient of what is chosen through the next step, on the page Follow.</source>
        <translation>Folgt einem Gradienten des Gewählten durch den nächsten Schritt, auf der Seite „Folgen“.</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Activations, as the forward pass computes them</source>
        <translation>Aktivierungen, wie der Vorwärtsdurchlauf sie berechnet</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Their gradients, as the backward pass computes them, with the loss scale in them</source>
        <translation>Ihre Gradienten, wie der Rückwärtsdurchlauf sie berechnet, samt Skalierungsfaktor</translation>
    </message>
    <message>
        <source>Colours of the formats</source>
        <translation>Farben der Formate</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>The whole network fits into the window (key 0)</source>
        <translation>Das ganze Netz passt ins Fenster (Taste 0)</translation>
    </message>
    <message>
        <source>Larger (+, or Ctrl and the wheel)</source>
        <translation>Größer (+, oder Strg und Mausrad)</translation>
    </message>
    <message>
        <source>Smaller (−, or Ctrl and the wheel)</source>
        <translation>Kleiner (−, oder Strg und Mausrad)</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Start a run to see its network</source>
        <translation>Starten Sie einen Lauf, um sein Netz zu sehen</translation>
    </message>
    <message>
        <source>The record of this run does not name its layers</source>
        <translation>Die Aufzeichnung dieses Laufs nennt seine Schichten nicht</translation>
    </message>
    <message>
        <source>Network, backward</source>
        <translation>Netz, rückwärts</translation>
    </message>
    <message>
        <source>Network, forward</source>
        <translation>Netz, vorwärts</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alles zuklappen</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alles aufklappen</translation>
    </message>
    <message>
        <source>This network has no blocks that repeat.</source>
        <translation>Dieses Netz hat keine Blöcke, die sich wiederholen.</translation>
    </message>
    <message>
        <source>Every block of operations as one box, or all of them</source>
        <translation>Jeder Block von Operationen als ein Kasten, oder alle Operationen</translation>
    </message>
    <message>
        <source>Return or a double click unfolds this block</source>
        <translation>Eingabetaste oder Doppelklick klappt diesen Block auf</translation>
    </message>
    <message>
        <source>Choose an operation</source>
        <translation>Wählen Sie eine Operation</translation>
    </message>
    <message>
        <source>Training step of %1</source>
        <translation>Trainingsschritt von %1</translation>
    </message>
    <message>
        <source>&amp;Unfold %1</source>
        <translation>%1 &amp;aufklappen</translation>
    </message>
    <message>
        <source>&amp;Health of %1</source>
        <translation>&amp;Gesundheit von %1</translation>
    </message>
    <message>
        <source>&amp;Underflow of %1</source>
        <translation>&amp;Unterlauf von %1</translation>
    </message>
    <message>
        <source>F&amp;ollow a gradient of %1</source>
        <translation>Einem Gradienten von %1 &amp;folgen</translation>
    </message>
    <message>
        <source>&amp;Give layer %1 the format</source>
        <translation>Der &amp;Schicht %1 das Format geben</translation>
    </message>
    <message>
        <source>Training step of %1, at step %2</source>
        <translation>Trainingsschritt von %1, bei Schritt %2</translation>
    </message>
    <message>
        <source>Colours of the formats. Drag one onto a box: its layer takes that format. A folded block takes none: unfold it first.</source>
        <translation>Farben der Formate. Ziehen Sie eines auf einen Kasten: Seine Schicht nimmt dieses Format an. Ein zugeklappter Block nimmt keines: Klappen Sie ihn erst auf.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkState</name>
    <message>
        <source>first inf, NaN: step %1</source>
        <translation>erstes inf, NaN: Schritt %1</translation>
    </message>
    <message>
        <source>There is no histogram of it yet.</source>
        <translation>Davon gibt es noch kein Histogramm.</translation>
    </message>
    <message>
        <source>Of its result no histogram is recorded.</source>
        <translation>Von seinem Ergebnis ist kein Histogramm aufgezeichnet.</translation>
    </message>
    <message>
        <source>A block of %1.</source>
        <translation>Ein Block aus: %1.</translation>
    </message>
    <message>
        <source>The worst in it is %1: %2</source>
        <translation>Darin am schlechtesten ist %1: %2</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>The samples have no gradient.</source>
        <translation>Die Beispiele haben keinen Gradienten.</translation>
    </message>
    <message>
        <source>The samples of a batch, as the first layer reads them.</source>
        <translation>Die Beispiele eines Batches, wie die erste Schicht sie liest.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>squared error</source>
        <translation>quadratischer Fehler</translation>
    </message>
    <message>
        <source>loss scale %1</source>
        <translation>Skalierungsfaktor %1</translation>
    </message>
    <message>
        <source>The loss of the batch is %1; times the loss scale of %2 it is what the backward pass begins with.</source>
        <translation>Der Verlust des Batches ist %1; mal dem Skalierungsfaktor von %2 beginnt mit ihm der Rückwärtsdurchlauf.</translation>
    </message>
    <message>
        <source>No step has been taken yet.</source>
        <translation>Noch ist kein Schritt getan.</translation>
    </message>
    <message>
        <source>The record has the order of the modules, not which reads what.</source>
        <translation>Die Aufzeichnung hat die Reihenfolge der Module, nicht, welches was liest.</translation>
    </message>
    <message>
        <source>Gradient of %1: %2 in %3.</source>
        <translation>Gradient von %1: %2 in %3.</translation>
    </message>
    <message>
        <source>%1: %2 in %3, read by %4.</source>
        <translation>%1: %2 in %3, gelesen von %4.</translation>
    </message>
    <message>
        <source>the loss</source>
        <translation>dem Verlust</translation>
    </message>
    <message>
        <source>sums in %1</source>
        <translation>Summen in %1</translation>
    </message>
    <message>
        <source>First input</source>
        <translation>Erste Eingabe</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Input gradient</source>
        <translation>Eingabegradient</translation>
    </message>
    <message>
        <source>Backward (dX)</source>
        <translation>Rückwärts (dX)</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Output gradient</source>
        <translation>Ausgabegradient</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>Mastergewichte</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>kept exactly</source>
        <translation>genau behalten</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>wie gespeichert</translation>
    </message>
    <message>
        <source>The weights as the optimizer keeps them, in %1.</source>
        <translation>Die Gewichte, wie der Optimierer sie behält, in %1.</translation>
    </message>
    <message>
        <source>The weights are used as they are stored, in %1.</source>
        <translation>Die Gewichte werden benutzt, wie sie gespeichert sind, in %1.</translation>
    </message>
    <message>
        <source>Working copy</source>
        <translation>Arbeitskopie</translation>
    </message>
    <message>
        <source>Used as stored</source>
        <translation>So benutzt</translation>
    </message>
    <message>
        <source>Backward (dW)</source>
        <translation>Rückwärts (dW)</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>Gewichtsgradient</translation>
    </message>
    <message>
        <source>Unscale</source>
        <translation>Rückskalierung</translation>
    </message>
    <message>
        <source>in FP32</source>
        <translation>in FP32</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>cross entropy</source>
        <translation>Kreuzentropie</translation>
    </message>
    <message numerus="yes">
        <source>%n operations</source>
        <translation>
            <numerusform>%n Operation</numerusform>
            <numerusform>%n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operands</source>
        <translation>Operanden in %1</translation>
    </message>
    <message>
        <source>Quantised copy</source>
        <translation>Quantisierte Kopie</translation>
    </message>
    <message>
        <source>not recorded at this step</source>
        <translation>bei diesem Schritt nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>not recorded yet</source>
        <translation>noch nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Nothing is recorded in %1 yet.</source>
        <translation>In %1 ist noch nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>dann %1</translation>
    </message>
    <message>
        <source>from step %1 on: %2</source>
        <translation>ab Schritt %1: %2</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NumberBits</name>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>relativer Fehler</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PageCover</name>
    <message>
        <source>Go to the step that trains it</source>
        <translation>Zum Schritt gehen, der ihn trainiert</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PageTabs</name>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>The worker is not running: start it again first.</source>
        <translation>Der Rechenprozess läuft nicht: erst wieder starten.</translation>
    </message>
    <message>
        <source>A run is training: stop it first.</source>
        <translation>Ein Lauf trainiert: erst stoppen.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Underflow</source>
        <translation>Unterlauf</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Wertebereich</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PageText</name>
    <message>
        <source>The lesson&apos;s text</source>
        <translation>Der Text der Lektion</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PrecisionButton</name>
    <message>
        <source>%1. %2
Applies now: a run in training switches at its next step.</source>
        <translation>%1. %2
Gilt sofort: Ein trainierender Lauf wechselt im nächsten Schritt.</translation>
    </message>
    <message>
        <source>%1 precision</source>
        <translation>Präzision %1</translation>
    </message>
    <message>
        <source>%1 Applies now.</source>
        <translation>%1 Gilt sofort.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PredictionForm</name>
    <message>
        <source>That is my prediction</source>
        <translation>Das ist meine Vorhersage</translation>
    </message>
    <message>
        <source>%1 at %2 %3</source>
        <translation>%1 bei %2 %3</translation>
    </message>
    <message>
        <source>Change my prediction</source>
        <translation>Meine Vorhersage ändern</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Presenter</name>
    <message>
        <source>Slow motion</source>
        <translation>Zeitlupe</translation>
    </message>
    <message>
        <source>Full speed</source>
        <translation>Volles Tempo</translation>
    </message>
    <message>
        <source>PgDn, PgUp: page · F: freeze the charts · Space, S, L, R: as in the window · Esc: back</source>
        <translation>Bild auf, Bild ab: Seite · F: Diagramme anhalten · Leertaste, S, L, R: wie im Fenster · Esc: zurück</translation>
    </message>
    <message>
        <source>Frozen: the charts do not change, training continues · F: unfreeze</source>
        <translation>Angehalten: Die Diagramme ändern sich nicht, das Training geht weiter · F: weiter</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PresetAbout</name>
    <message>
        <source>Back to the preset&apos;s settings</source>
        <translation>Zurück zu den Werten der Voreinstellung</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::PresetFiles</name>
    <message>
        <source>“%1” is in the Setup dock; what is locked or hidden stays as it is.</source>
        <translation>„%1“ steht im Bereich „Aufbau“; Gesperrtes und Ausgeblendetes bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>The settings of “%1” are in the Setup dock.</source>
        <translation>Die Einstellungen von „%1“ stehen im Bereich „Aufbau“.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>Open data folder</source>
        <translation>Datenordner öffnen</translation>
    </message>
    <message>
        <source>Open preset</source>
        <translation>Voreinstellung öffnen</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>Voreinstellungen (*.json)</translation>
    </message>
    <message>
        <source>The next run trains on MNIST.</source>
        <translation>Der nächste Lauf trainiert mit MNIST.</translation>
    </message>
    <message>
        <source>The next run trains on %1.</source>
        <translation>Der nächste Lauf trainiert mit %1.</translation>
    </message>
    <message>
        <source>Open network</source>
        <translation>Netz öffnen</translation>
    </message>
    <message>
        <source>Networks (*.json)</source>
        <translation>Netze (*.json)</translation>
    </message>
    <message>
        <source>The next run trains the network of %1.</source>
        <translation>Der nächste Lauf trainiert das Netz aus %1.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The next run trains the network of %1. Its task is “%2” now: that is what it gives.</source>
        <translation>Der nächste Lauf trainiert das Netz aus %1. Seine Aufgabe ist jetzt „%2“: Das gibt es aus.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ProgressStrip</name>
    <message>
        <source>Epoch %1 of %2</source>
        <translation>Epoche %1 von %2</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>wird gemessen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Epoch 10 of 10 · 10 min 10 s left</source>
        <translation>Epoche 10 von 10 · noch 10&#xa0;min 10&#xa0;s</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RangePage</name>
    <message>
        <source>, batch %1</source>
        <translation>, Batch %1</translation>
    </message>
    <message>
        <source>What the grid shows</source>
        <translation>Was das Raster zeigt</translation>
    </message>
    <message>
        <source> steps per run</source>
        <translation> Schritte je Lauf</translation>
    </message>
    <message>
        <source>Steps of each run</source>
        <translation>Schritte jedes Laufs</translation>
    </message>
    <message>
        <source>no loss scaling</source>
        <translation>ohne Verlustskalierung</translation>
    </message>
    <message>
        <source>dynamic loss scaling</source>
        <translation>dynamische Verlustskalierung</translation>
    </message>
    <message>
        <source>Loss scaling of each run</source>
        <translation>Verlustskalierung jedes Laufs</translation>
    </message>
    <message>
        <source>Runs done</source>
        <translation>Fertige Läufe</translation>
    </message>
    <message>
        <source>%1 could not run: %2</source>
        <translation>%1 ließ sich nicht ausführen: %2</translation>
    </message>
    <message>
        <source>Network: %1</source>
        <translation>Netz: %1</translation>
    </message>
    <message>
        <source>Not enough cells yet for a result</source>
        <translation>Noch nicht genug Zellen für ein Ergebnis</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation> · noch %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Run the grid</source>
        <translation>Raster starten</translation>
    </message>
    <message>
        <source>Runs in the background, beside the training in the window; what is done is kept</source>
        <translation>Läuft im Hintergrund neben dem Training im Fenster; Fertiges bleibt erhalten</translation>
    </message>
    <message>
        <source>There is no worker to run it</source>
        <translation>Es gibt keinen Rechenprozess dafür</translation>
    </message>
    <message>
        <source>%1 by format</source>
        <translation>%1 nach Format</translation>
    </message>
    <message>
        <source>A format spends its bits on range (exponent) or on precision (fraction). Each cell is a short run of the network in Setup in that format, exactly rounded; the number is what it reached on the test set. E4M3 has infinities here, as in IEEE 754, and its largest number is 240; the E4M3 of the OCP, which cards have, reaches 448. Below them are the recipes of FP8, MX and NVFP4: operands of products alone, with scales for tensors or blocks.</source>
        <translation>Ein Format verwendet seine Bits für den Wertebereich (Exponent) oder für die Präzision (Mantisse). Jede Zelle ist ein kurzer Lauf des Netzes aus „Aufbau“ in diesem Format, exakt gerundet; die Zahl ist, was er auf den Testdaten erreicht hat. E4M3 hat hier unendliche Werte wie in IEEE 754, und seine größte Zahl ist 240; das E4M3 der OCP, das Grafikkarten haben, reicht bis 448. Darunter stehen die Rezepte für FP8, MX und NVFP4: nur Operanden von Produkten, mit Skalen für Tensoren oder Blöcke.</translation>
    </message>
    <message>
        <source>unscaled</source>
        <translation>unskaliert</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>delayed</source>
        <translation>verzögert</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RanksPage</name>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Many cards: each rank computes gradients of its part of the batch, and all are averaged. The sum has a format, an order and a place where it is divided. Here %1 made-up gradients are averaged, of sizes over %2 powers of two; on a rank each is between half and one and a half times its size.</source>
        <translation>Viele Karten: Jeder Rank berechnet Gradienten seines Teils des Batches, und alle werden gemittelt. Die Summe hat ein Format, eine Reihenfolge und eine Stelle, an der sie dividiert wird. Hier werden %1 erdachte Gradienten gemittelt, deren Größen über %2 Zweierpotenzen reichen; auf einem Rank ist jeder zwischen der Hälfte und dem Anderthalbfachen seiner Größe.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>What the curves show</source>
        <translation>Was die Kurven zeigen</translation>
    </message>
    <message>
        <source>Sum in %1</source>
        <translation>Summe in %1</translation>
    </message>
    <message>
        <source>Order of the sum: %1</source>
        <translation>Reihenfolge der Summe: %1</translation>
    </message>
    <message>
        <source>One rank after the other, each chunk from another rank on: N − 1 additions</source>
        <translation>Ein Rank nach dem anderen, jedes Stück ab einem anderen Rank: N − 1 Additionen</translation>
    </message>
    <message>
        <source>Ranks hand partial sums up a binary tree</source>
        <translation>Ranks reichen Teilsummen einen Binärbaum hinauf</translation>
    </message>
    <message>
        <source>Recursive doubling: sums of two ranks, of four, of eight</source>
        <translation>Rekursive Verdopplung: Summen von zwei Ranks, von vier, von acht</translation>
    </message>
    <message>
        <source>partial sums in FP32</source>
        <translation>Teilsummen in FP32</translation>
    </message>
    <message>
        <source>before the sum</source>
        <translation>vor der Summe</translation>
    </message>
    <message>
        <source>after the sum</source>
        <translation>nach der Summe</translation>
    </message>
    <message>
        <source>by √N before and after</source>
        <translation>durch √N davor und danach</translation>
    </message>
    <message>
        <source>Where the sum is divided by the number of ranks</source>
        <translation>Wo die Summe durch die Anzahl der Ranks dividiert wird</translation>
    </message>
    <message>
        <source>Largest gradient, a power of two</source>
        <translation>Größter Gradient, eine Zweierpotenz</translation>
    </message>
    <message>
        <source>&amp;divided</source>
        <translation>di&amp;vidiert</translation>
    </message>
    <message>
        <source>gradients &amp;up to</source>
        <translation>Gradienten b&amp;is</translation>
    </message>
    <message>
        <source>bound of %1</source>
        <translation>Schranke von %1</translation>
    </message>
    <message>
        <source>%1 overflows</source>
        <translation>%1 läuft über</translation>
    </message>
    <message>
        <source>%1: zeros</source>
        <translation>%1: Nullen</translation>
    </message>
    <message>
        <source>Choose a format and an order</source>
        <translation>Wählen Sie ein Format und eine Reihenfolge</translation>
    </message>
    <message>
        <source>Shown once the outcome is seen</source>
        <translation>Erscheint, sobald das Ergebnis zu sehen ist</translation>
    </message>
    <message>
        <source>Error: |average · N − exact sum| / sum of magnitudes, the mean over all gradients. Thin lines: the bound h·u / (1 − h·u) on each of them (Higham, Accuracy and Stability of Numerical Algorithms, chapter 4), where u is half of the format&apos;s epsilon and h counts the roundings that a number goes through: its additions, N − 1 in a ring, log₂ N in a tree and in recursive doubling, and two at each place where it is divided by what is no power of two. With partial sums in FP32 the additions count with FP32&apos;s epsilon, and the average is rounded to the format once. The bound knows no overflow and no underflow.</source>
        <translation>Fehler: |Mittel · N − exakte Summe| / Summe der Beträge, im Mittel über alle Gradienten. Dünne Linien: die Schranke h·u / (1 − h·u) für jeden von ihnen (Higham, Accuracy and Stability of Numerical Algorithms, Kapitel 4), wobei u das halbe Epsilon des Formats ist und h die Rundungen zählt, die eine Zahl durchläuft: ihre Additionen, N − 1 in einem Ring, log₂ N in einem Baum und beim rekursiven Verdoppeln, und zwei an jeder Stelle, an der durch etwas geteilt wird, das keine Zweierpotenz ist. Bei Teilsummen in FP32 zählen die Additionen mit dem Epsilon von FP32, und das Mittel wird einmal auf das Format gerundet. Die Schranke weiß nichts von Überlauf und Unterlauf.</translation>
    </message>
    <message>
        <source>Error (computing …)</source>
        <translation>Fehler (wird berechnet …)</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>%1, %2: shown once the outcome is seen</source>
        <translation>%1, %2: erscheint, sobald das Ergebnis zu sehen ist</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RatioChart</name>
    <message>
        <source>No updates yet</source>
        <translation>Noch keine Updates</translation>
    </message>
    <message>
        <source>lost even in FP32</source>
        <translation>auch in FP32 verloren</translation>
    </message>
    <message>
        <source>FP32, too</source>
        <translation>auch FP32</translation>
    </message>
    <message>
        <source>kept by the FP32 master</source>
        <translation>vom FP32-Master erhalten</translation>
    </message>
    <message>
        <source>by master</source>
        <translation>per Master</translation>
    </message>
    <message>
        <source>lost in %1</source>
        <translation>in %1 verloren</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>bleibt</translation>
    </message>
    <message>
        <source>|update| ÷ half the gap to the next %1 number</source>
        <translation>|Update| ÷ halber Abstand zur nächsten Zahl in %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 ≤ ratio &lt; %2: %3 updates, %4%5</source>
        <translation>
            <numerusform>%1 ≤ Verhältnis &lt; %2: %3 Update, %4%5</numerusform>
            <numerusform>%1 ≤ Verhältnis &lt; %2: %3 Updates, %4%5</numerusform>
        </translation>
    </message>
    <message>
        <source>, left of the limit</source>
        <translation>, links der Grenze</translation>
    </message>
    <message>
        <source>(% of updates)</source>
        <translation>(% der Updates)</translation>
    </message>
    <message>
        <source>left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>log2 ratio from</source>
        <translation>log2 Verhältnis ab</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>side of the limit</source>
        <translation>Seite der Grenze</translation>
    </message>
    <message>
        <source>changes the weight</source>
        <translation>ändert das Gewicht</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RecipesWindow</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>, rounded at random</source>
        <translation>, zufällig gerundet</translation>
    </message>
    <message>
        <source>of each tensor, now</source>
        <translation>jedes Tensors, jetzt</translation>
    </message>
    <message>
        <source>of each tensor, of earlier steps</source>
        <translation>jedes Tensors, aus früheren Schritten</translation>
    </message>
    <message>
        <source>of blocks of %1, a power of two, rounded up</source>
        <translation>von Blöcken aus %1, eine Zweierpotenz, aufgerundet</translation>
    </message>
    <message>
        <source>of blocks of %1, a power of two, rounded down</source>
        <translation>von Blöcken aus %1, eine Zweierpotenz, abgerundet</translation>
    </message>
    <message>
        <source>of blocks of %1 in E4M3, and of each tensor in FP32</source>
        <translation>von Blöcken aus %1 in E4M3, und jedes Tensors in FP32</translation>
    </message>
    <message>
        <source>Recipes of frameworks</source>
        <translation>Rezepte der Frameworks</translation>
    </message>
    <message>
        <source>Kinds of recipes</source>
        <translation>Arten von Rezepten</translation>
    </message>
    <message>
        <source>Casts</source>
        <translation>Umwandlungen</translation>
    </message>
    <message>
        <source>In which format each framework computes an operation, for FP16 (Casts as in). </source>
        <translation>In welchem Format jedes Framework eine Operation rechnet, für FP16 (Umwandlungen wie in). </translation>
    </message>
    <message>
        <source>Loss scalers</source>
        <translation>Skalierer</translation>
    </message>
    <message>
        <source>The rules by which a dynamic loss scale moves (Rule of).</source>
        <translation>Die Regeln, nach denen sich ein dynamischer Skalierungsfaktor bewegt (Regel von).</translation>
    </message>
    <message>
        <source>Eight and four bits</source>
        <translation>Acht und vier Bit</translation>
    </message>
    <message>
        <source>In what linear layers and convolutions multiply (Operands in); sums and master weights are FP32, everything else BF16.</source>
        <translation>Worin lineare Schichten und Faltungen multiplizieren (Operanden in); Summen und Mastergewichte sind FP32, alles andere BF16.</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>first scale</source>
        <translation>erste Skala</translation>
    </message>
    <message>
        <source>grows after</source>
        <translation>wächst nach</translation>
    </message>
    <message>
        <source>least</source>
        <translation>kleinste</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>none, may be infinite</source>
        <translation>keine, darf unendlich werden</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Recipes of &amp;frameworks…</source>
        <translation>Rezepte der &amp;Frameworks…</translation>
    </message>
    <message>
        <source>Casts, loss scalers and eight or four bits as each framework has them</source>
        <translation>Umwandlungen, Skalierer und acht oder vier Bit, wie jedes Framework sie hat</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RecordingWatch</name>
    <message>
        <source>%1 has no step yet.</source>
        <translation>%1 hat noch keinen Schritt.</translation>
    </message>
    <message>
        <source>A training writes its first steps after a while: watch it, or open it then.</source>
        <translation>Ein Training schreibt seine ersten Schritte nach einer Weile: Beobachten Sie es, oder öffnen Sie es dann.</translation>
    </message>
    <message>
        <source>What came before it is shown.</source>
        <translation>Was davor steht, wird gezeigt.</translation>
    </message>
    <message>
        <source>%1 cannot be opened: %2.</source>
        <translation>%1 lässt sich nicht öffnen: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 lässt sich nicht lesen: %2.</translation>
    </message>
    <message>
        <source>%1 became shorter while it was read: it is another file now.</source>
        <translation>%1 wurde beim Lesen kürzer: Es ist jetzt eine andere Datei.</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2.</source>
        <translation>%1 lässt sich nicht starten: %2.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost, and with it the recording.</source>
        <translation>Die Verbindung zu %1 ging verloren und mit ihr die Aufzeichnung.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 sagt: %2</translation>
    </message>
    <message>
        <source>The training itself goes on. Watch it again when the machine can be reached: “ssh %1”.</source>
        <translation>Das Training selbst läuft weiter. Beobachten Sie es wieder, wenn der Rechner erreichbar ist: „ssh %1“.</translation>
    </message>
    <message>
        <source>%1 has no scalar.</source>
        <translation>%1 enthält keine Skalare.</translation>
    </message>
    <message>
        <source>Histograms, images and texts of TensorBoard are not read.</source>
        <translation>Histogramme, Bilder und Texte von TensorBoard werden nicht gelesen.</translation>
    </message>
    <message>
        <source>TensorBoard&apos;s event file: it does not tell whether its training has ended.</source>
        <translation>Ereignisdatei von TensorBoard: Sie sagt nicht, ob ihr Training beendet ist.</translation>
    </message>
    <message numerus="yes">
        <source>%n lines cannot be read and were left out. The first one is %1</source>
        <translation>
            <numerusform>%n Zeile ist nicht lesbar und wurde ausgelassen: %1</numerusform>
            <numerusform>%n Zeilen sind nicht lesbar und wurden ausgelassen. Die erste ist %1</numerusform>
        </translation>
    </message>
    <message>
        <source>All others are shown.</source>
        <translation>Alle anderen werden gezeigt.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Recordings</name>
    <message>
        <source>Open recording</source>
        <translation>Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Watch a training</source>
        <translation>Training beobachten</translation>
    </message>
    <message>
        <source>The recording that mantissa_probe writes, on this computer or by ssh on another:
run.jsonl, /data/run.jsonl, gpu-server:run.jsonl, user@gpu-server:~/train/run.jsonl

The window only reads it. Nothing is sent to the training.</source>
        <translation>Die Aufzeichnung, die mantissa_probe schreibt, auf diesem Rechner oder über ssh auf einem anderen:
run.jsonl, /data/run.jsonl, gpu-server:run.jsonl, user@gpu-server:~/train/run.jsonl

Das Fenster liest sie nur. An das Training wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Name a file of this computer, or host:path.</source>
        <translation>Nennen Sie eine Datei dieses Rechners oder Rechner:Pfad.</translation>
    </message>
    <message>
        <source>Watching %1.</source>
        <translation>%1 wird beobachtet.</translation>
    </message>
    <message>
        <source>Reading %1.</source>
        <translation>%1 wird gelesen.</translation>
    </message>
    <message>
        <source>The recording has no end: the training goes on, or was killed.</source>
        <translation>Die Aufzeichnung hat kein Ende: Das Training läuft noch oder wurde abgebrochen.</translation>
    </message>
    <message>
        <source>%1 is read to its end.</source>
        <translation>%1 ist bis zum Ende gelesen.</translation>
    </message>
    <message>
        <source>%1 is read; its training had not ended. Watch it to follow it.</source>
        <translation>%1 ist gelesen; das Training war nicht zu Ende. Mit „Training beobachten“ folgen Sie ihm.</translation>
    </message>
    <message>
        <source>Recordings of mantissa_probe, event files of TensorBoard (*.jsonl *tfevents*);;All files (*)</source>
        <translation>Aufzeichnungen von mantissa_probe, Ereignisdateien von TensorBoard (*.jsonl *tfevents*);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Waiting for %1, which is not there yet.</source>
        <translation>Es wird auf %1 gewartet, das noch nicht da ist.</translation>
    </message>
    <message numerus="yes">
        <source>Nothing new for %n minutes: the training pauses, or was killed. It is watched further.</source>
        <translation>
            <numerusform>Seit %n Minute nichts Neues: Das Training pausiert oder wurde beendet. Es wird weiter beobachtet.</numerusform>
            <numerusform>Seit %n Minuten nichts Neues: Das Training pausiert oder wurde beendet. Es wird weiter beobachtet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Another recording began under this name: the training was started again.</source>
        <translation>Unter diesem Namen begann eine andere Aufzeichnung: Das Training wurde neu gestartet.</translation>
    </message>
    <message>
        <source>Another recording began in %1: it is watched as a run of its own.</source>
        <translation>In %1 begann eine andere Aufzeichnung: Sie wird als eigener Lauf beobachtet.</translation>
    </message>
    <message>
        <source>%1 is no recording: it holds runs of Mantissa.</source>
        <translation>%1 ist keine Aufzeichnung: Darin stehen Läufe von Mantissa.</translation>
    </message>
    <message>
        <source>Import… in the menu of the Runs dock takes them in, as does mantissa FILE on a command line.</source>
        <translation>„Importieren…“ im Menü des Bereichs „Läufe“ nimmt sie auf, ebenso „mantissa DATEI“ auf einer Kommandozeile.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ReportFiles</name>
    <message>
        <source>The name does not say what kind of report it is to be</source>
        <translation>Der Name sagt nicht, welche Art Bericht es werden soll</translation>
    </message>
    <message>
        <source>a name that ends in .html, .pdf, .md, .csv or .json</source>
        <translation>ein Name, der auf .html, .pdf, .md, .csv oder .json endet</translation>
    </message>
    <message>
        <source>No library of runs is open.</source>
        <translation>Keine Bibliothek von Läufen ist geöffnet.</translation>
    </message>
    <message>
        <source>There is no run to report on.</source>
        <translation>Es gibt keinen Lauf für einen Bericht.</translation>
    </message>
    <message>
        <source>Train one, or select some in the Runs dock.</source>
        <translation>Einen trainieren oder im Bereich „Läufe“ auswählen.</translation>
    </message>
    <message>
        <source>Page with charts (*.html)</source>
        <translation>Seite mit Diagrammen (*.html)</translation>
    </message>
    <message>
        <source>Document with charts (*.pdf)</source>
        <translation>Dokument mit Diagrammen (*.pdf)</translation>
    </message>
    <message>
        <source>Table for pasting, Markdown (*.md)</source>
        <translation>Tabelle zum Einfügen, Markdown (*.md)</translation>
    </message>
    <message>
        <source>Every step as a table (*.csv)</source>
        <translation>Jeder Schritt als Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Everything, a record a line (*.json)</source>
        <translation>Alles, ein Datensatz je Zeile (*.json)</translation>
    </message>
    <message numerus="yes">
        <source>Report of %n run(s): %1</source>
        <translation>
            <numerusform>Bericht über %n Lauf: %1</numerusform>
            <numerusform>Bericht über %n Läufe: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The report could not be written: %1.</source>
        <translation>Der Bericht ließ sich nicht schreiben: %1.</translation>
    </message>
    <message numerus="yes">
        <source>Save report of the %n selected runs</source>
        <translation>
            <numerusform>Bericht über den ausgewählten Lauf speichern</numerusform>
            <numerusform>Bericht über die %n ausgewählten Läufe speichern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save report of the %n runs on the charts</source>
        <translation>
            <numerusform>Bericht über den Lauf in den Diagrammen speichern</numerusform>
            <numerusform>Bericht über die %n Läufe in den Diagrammen speichern</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RescueChart</name>
    <message>
        <source>rescues %1 of the norm, loses %2, overflows %3 of the values.</source>
        <translation>rettet %1 der Norm, verliert %2, lässt %3 der Werte überlaufen.</translation>
    </message>
    <message>
        <source>The scale now, %1, %2</source>
        <translation>Der jetzige Faktor, %1, %2</translation>
    </message>
    <message>
        <source>The best power of two, %1, %2</source>
        <translation>Die beste Zweierpotenz, %1, %2</translation>
    </message>
    <message>
        <source>Scale %1 (× %2) %3</source>
        <translation>Faktor %1 (× %2) %3</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>best: now, %1</source>
        <translation>beste: jetzt, %1</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>beste %1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>rescued</source>
        <translation>gerettet</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>norm rescued (%)</source>
        <translation>gerettete Norm (%)</translation>
    </message>
    <message>
        <source>norm lost (%)</source>
        <translation>verlorene Norm (%)</translation>
    </message>
    <message>
        <source>values rescued (%)</source>
        <translation>gerettete Werte (%)</translation>
    </message>
    <message>
        <source>values overflowing (%)</source>
        <translation>überlaufende Werte (%)</translation>
    </message>
    <message>
        <source>mark</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>The scale of step %1, %2, %3</source>
        <translation>Der Faktor von Schritt %1, %2, %3</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>best: step %1, %2</source>
        <translation>beste: Schritt %1, %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ResumeOffer</name>
    <message>
        <source>“%1” was interrupted before it was done.</source>
        <translation>„%1“ wurde unterbrochen, bevor er fertig war.</translation>
    </message>
    <message>
        <source>Its worker has a checkpoint: the run can continue bit for bit as if it had never stopped.</source>
        <translation>Der Rechenprozess hat einen Sicherungspunkt: Der Lauf kann bis aufs Bit so weitergehen, als hätte er nie angehalten.</translation>
    </message>
    <message>
        <source>Resume from step %1</source>
        <translation>Ab Schritt %1 fortsetzen</translation>
    </message>
    <message numerus="yes">
        <source>A race of %n runs was interrupted before it was done: %1.</source>
        <translation>
            <numerusform>Ein Rennen mit %n Lauf wurde unterbrochen, bevor es fertig war: %1.</numerusform>
            <numerusform>Ein Rennen mit %n Läufen wurde unterbrochen, bevor es fertig war: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its worker has checkpoints: all runs can continue together, bit for bit as if they had never stopped.</source>
        <translation>Der Rechenprozess hat Sicherungspunkte: Alle Läufe können zusammen bis aufs Bit so weitergehen, als hätten sie nie angehalten.</translation>
    </message>
    <message>
        <source>Interrupted runs and races that are not shown here yet: %1.</source>
        <translation>Unterbrochene Läufe und Rennen, die hier noch nicht gezeigt werden: %1.</translation>
    </message>
    <message>
        <source>Rewind to step %1</source>
        <translation>Zurück zu Schritt %1</translation>
    </message>
    <message>
        <source>“%1” diverged and was stopped at step %2.</source>
        <translation>„%1“ ist divergiert und wurde bei Schritt %2 gestoppt.</translation>
    </message>
    <message>
        <source>Its state after step %1, before that, is kept. A new run begins there, paused: Step goes through the same steps one at a time, bit for bit, and settings can be changed first. The timeline&apos;s menu rewinds to any other step.</source>
        <translation>Sein Stand nach Schritt %1, davor, ist aufbewahrt. Dort beginnt ein neuer Lauf, angehalten: „Schritt“ geht dieselben Schritte einzeln noch einmal, Bit für Bit, und Einstellungen können vorher geändert werden. Das Menü der Zeitleiste geht zu jedem anderen Schritt zurück.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Resumption</name>
    <message>
        <source>No run of the race can continue: %1.</source>
        <translation>Kein Lauf des Rennens kann weiterlaufen: %1.</translation>
    </message>
    <message>
        <source>“%1” cannot continue: %2.</source>
        <translation>„%1“ kann nicht weiterlaufen: %2.</translation>
    </message>
    <message>
        <source>The other runs of its race continue.</source>
        <translation>Die anderen Läufe seines Rennens laufen weiter.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunChips</name>
    <message>
        <source>More runs</source>
        <translation>Weitere Läufe</translation>
    </message>
    <message>
        <source>Earlier run %1: %2</source>
        <translation>Früherer Lauf %1: %2</translation>
    </message>
    <message>
        <source>Show earlier run %1, %2</source>
        <translation>Früheren Lauf %1 zeigen, %2</translation>
    </message>
    <message>
        <source>%1 more…</source>
        <translation>%1 weitere…</translation>
    </message>
    <message>
        <source>Show all earlier runs</source>
        <translation>Alle früheren Läufe zeigen</translation>
    </message>
    <message>
        <source>Hide all earlier runs</source>
        <translation>Alle früheren Läufe ausblenden</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunController</name>
    <message>
        <source>The layer keeps the format that it has.</source>
        <translation>Die Schicht behält ihr Format.</translation>
    </message>
    <message>
        <source>Correct the setting that is marked in the Setup dock.</source>
        <translation>Die im Bereich „Aufbau“ markierte Einstellung berichtigen.</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>Es wird kein Lauf gezeigt.</translation>
    </message>
    <message>
        <source>Another program trained this run: it cannot be rewound here.</source>
        <translation>Ein anderes Programm hat diesen Lauf trainiert: Hier lässt er sich nicht zurücksetzen.</translation>
    </message>
    <message>
        <source>A ghost cannot be rewound: rewind the run that it belongs to.</source>
        <translation>Ein Geist lässt sich nicht zurücksetzen, wohl aber der Lauf, zu dem er gehört.</translation>
    </message>
    <message>
        <source>A run trains: stop it first.</source>
        <translation>Ein Lauf trainiert: Er muss zuerst gestoppt werden.</translation>
    </message>
    <message>
        <source>This run began at step %1: rewind the run that it went on from.</source>
        <translation>Dieser Lauf begann bei Schritt %1: Weiter zurück führt der Lauf, von dem er ausging.</translation>
    </message>
    <message>
        <source>No state of this run from step %1 or before is kept, and it went on from another run, so its settings alone do not lead there.</source>
        <translation>Von diesem Lauf ist kein Zustand von Schritt %1 oder davor aufbewahrt, und er ging von einem anderen Lauf aus: Seine Einstellungen allein führen nicht dorthin.</translation>
    </message>
    <message>
        <source>No state of this run from step %1 or before is kept, and its settings were changed since, so its first settings alone do not lead there.</source>
        <translation>Von diesem Lauf ist kein Zustand von Schritt %1 oder davor aufbewahrt, und seine Einstellungen wurden seitdem geändert: Die ersten allein führen nicht dorthin.</translation>
    </message>
    <message>
        <source>It can be rewound to step %1 and later.</source>
        <translation>Zurück geht es zu Schritt %1 und späteren.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunDetailsPanel</name>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>The chosen run: result, tags, note</source>
        <translation>Der gewählte Lauf: Ergebnis, Stichwörter, Notiz</translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation>Stichwörter, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the table as text</source>
        <translation>Die Tabelle als Text kopieren</translation>
    </message>
    <message>
        <source>The table as text, for pasting into a sheet</source>
        <translation>Die Tabelle als Text, zum Einfügen in ein Blatt</translation>
    </message>
    <message>
        <source>%1 % on the test set</source>
        <translation>%1&#xa0;% auf dem Testdatensatz</translation>
    </message>
    <message>
        <source>not evaluated yet</source>
        <translation>noch nicht ausgewertet</translation>
    </message>
    <message>
        <source>, the baseline</source>
        <translation>, der Vergleichslauf</translation>
    </message>
    <message>
        <source>, %1 against “%2”</source>
        <translation>, %1 gegen „%2“</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 steps</source>
        <translation>
            <numerusform>%1, %2 Schritt</numerusform>
            <numerusform>%1, %2 Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a run above.</source>
        <translation>Oben einen Lauf wählen.</translation>
    </message>
    <message>
        <source>No tags (read-only)</source>
        <translation>Keine Stichwörter (schreibgeschützt)</translation>
    </message>
    <message>
        <source>Note: what did you see?</source>
        <translation>Notiz: Was war zu sehen?</translation>
    </message>
    <message>
        <source>No note (read-only)</source>
        <translation>Keine Notiz (schreibgeschützt)</translation>
    </message>
    <message>
        <source>PSNR %1 dB on the test set</source>
        <translation>PSNR %1&#xa0;dB auf dem Testdatensatz</translation>
    </message>
    <message>
        <source>%1 % of the pixels of the test set</source>
        <translation>%1&#xa0;% der Pixel des Testdatensatzes</translation>
    </message>
    <message>
        <source>%1 % of the tokens of the test set</source>
        <translation>%1 % der Token des Testdatensatzes</translation>
    </message>
    <message>
        <source>Changed at step %1: %2</source>
        <translation>Geändert bei Schritt %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more changes</source>
        <translation>
            <numerusform>%n weitere Änderung</numerusform>
            <numerusform>%n weitere Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs on the charts, all with the same settings.</source>
        <translation>
            <numerusform>%n Lauf in den Diagrammen.</numerusform>
            <numerusform>%n Läufe in den Diagrammen, alle mit denselben Einstellungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs on the charts.</source>
        <translation>
            <numerusform>%n Lauf in den Diagrammen.</numerusform>
            <numerusform>%n Läufe in den Diagrammen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Settings in which the selected runs differ, or those on the charts</source>
        <translation>Einstellungen, in denen sich die gewählten Läufe unterscheiden, oder die in den Diagrammen</translation>
    </message>
    <message>
        <source>Select two runs or more, or show them on the charts, to see in which settings they differ.</source>
        <translation>Zwei oder mehr Läufe wählen oder in den Diagrammen zeigen, um zu sehen, in welchen Einstellungen sie sich unterscheiden.</translation>
    </message>
    <message numerus="yes">
        <source>%n selected runs, all with the same settings.</source>
        <translation>
            <numerusform>%n gewählter Lauf.</numerusform>
            <numerusform>%n gewählte Läufe, alle mit denselben Einstellungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected runs.</source>
        <translation>
            <numerusform>%n gewählter Lauf.</numerusform>
            <numerusform>%n gewählte Läufe.</numerusform>
        </translation>
    </message>
    <message>
        <source>R² %1 on the test set</source>
        <translation>R² %1 auf dem Testdatensatz</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunFilter</name>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunHeading</name>
    <message>
        <source>The run that this page shows</source>
        <translation>Der Lauf, den diese Seite zeigt</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>showing step %1 of %2</source>
        <translation>zeigt Schritt %1 von %2</translation>
    </message>
    <message>
        <source>, histograms of step %1, every %2 steps</source>
        <translation>, Histogramme von Schritt %1, alle %2 Schritte</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunList</name>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>The run could not be opened: %1</source>
        <translation>Der Lauf ließ sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>The pages show this run: open another one first.</source>
        <translation>Die Seiten zeigen diesen Lauf: erst einen anderen öffnen.</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Vergleichslauf</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Loss scaling</source>
        <translation>Verlustskalierung</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Against baseline</source>
        <translation>Gegen Vergleich</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Stichw.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>What you call the run; the box shows it on the charts</source>
        <translation>Wie der Lauf heißt; das Kästchen zeigt ihn in den Diagrammen</translation>
    </message>
    <message>
        <source>What keeps small gradients from becoming zero</source>
        <translation>Was kleine Gradienten davor bewahrt, null zu werden</translation>
    </message>
    <message>
        <source>Network: hidden layers × width, or channels of the convolutions</source>
        <translation>Netz: verborgene Schichten × Breite oder Kanäle der Faltungen</translation>
    </message>
    <message>
        <source>On the test set: final, or the last evaluation so far</source>
        <translation>Auf dem Testdatensatz: am Ende, oder die bisher letzte Auswertung</translation>
    </message>
    <message>
        <source>Training steps done</source>
        <translation>Ausgeführte Trainingsschritte</translation>
    </message>
    <message>
        <source>When it began, local time</source>
        <translation>Wann er begann, Ortszeit</translation>
    </message>
    <message>
        <source>Whether it trains, or how it ended</source>
        <translation>Ob er trainiert oder wie er endete</translation>
    </message>
    <message>
        <source>Test accuracy above or below the baseline&apos;s, in percentage points</source>
        <translation>Testgenauigkeit über oder unter der des Vergleichslaufs, in Prozentpunkten</translation>
    </message>
    <message>
        <source>Words of your own to find it by</source>
        <translation>Eigene Wörter, um ihn zu finden</translation>
    </message>
    <message>
        <source>The first line of your note</source>
        <translation>Die erste Zeile der Notiz</translation>
    </message>
    <message>
        <source>The library is open in another window: change, delete and import runs there.</source>
        <translation>Die Bibliothek ist in einem anderen Fenster geöffnet: dort Läufe ändern, löschen und importieren.</translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted: stop it first.</source>
        <translation>Ein trainierender Lauf lässt sich nicht löschen: erst stoppen.</translation>
    </message>
    <message>
        <source>There is no library to export from: the runs of this session are not kept.</source>
        <translation>Es gibt keine Bibliothek zum Exportieren: Die Läufe dieser Sitzung werden nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Nothing was exported to %1: %2</source>
        <translation>Nichts wurde nach %1 exportiert: %2</translation>
    </message>
    <message>
        <source>There is no library to import into: the runs of this session are not kept.</source>
        <translation>Es gibt keine Bibliothek zum Importieren: Die Läufe dieser Sitzung werden nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>%1, not kept</source>
        <translation>%1, nicht aufbewahrt</translation>
    </message>
    <message>
        <source>%1, kept in part</source>
        <translation>%1, teilweise aufbewahrt</translation>
    </message>
    <message>
        <source>Not kept in the library.</source>
        <translation>Nicht in der Bibliothek aufbewahrt.</translation>
    </message>
    <message>
        <source>Kept in the library up to step %1 only.</source>
        <translation>In der Bibliothek nur bis Schritt %1 aufbewahrt.</translation>
    </message>
    <message>
        <source>Number format that the run computes in</source>
        <translation>Zahlenformat, in dem der Lauf rechnet</translation>
    </message>
    <message>
        <source>training in another program</source>
        <translation>trainiert in einem anderen Programm</translation>
    </message>
    <message>
        <source>Samples per step</source>
        <translation>Beispiele je Schritt</translation>
    </message>
    <message numerus="yes">
        <source>%n deleted runs were erased for good.</source>
        <translation>
            <numerusform>%n gelöschter Lauf wurde endgültig entfernt.</numerusform>
            <numerusform>%n gelöschte Läufe wurden endgültig entfernt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs were exported to %1.</source>
        <translation>
            <numerusform>%n Lauf wurde nach %1 exportiert.</numerusform>
            <numerusform>%n Läufe wurden nach %1 exportiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>, ghost from step %1</source>
        <translation>, Geist ab Schritt %1</translation>
    </message>
    <message>
        <source>, from step %1 of another</source>
        <translation>, ab Schritt %1 eines anderen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunningSums</name>
    <message>
        <source>How many terms</source>
        <translation>Wie viele Summanden</translation>
    </message>
    <message>
        <source>Running sum</source>
        <translation>Laufende Summe</translation>
    </message>
    <message>
        <source>terms</source>
        <translation>Summanden</translation>
    </message>
    <message>
        <source>Running sums</source>
        <translation>Laufende Summen</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>summed in the format</source>
        <translation>im Format summiert</translation>
    </message>
    <message>
        <source>stops growing</source>
        <translation>bleibt stehen</translation>
    </message>
    <message>
        <source>summed in FP32</source>
        <translation>in FP32 summiert</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>Term to add again and again</source>
        <translation>Summand, der immer wieder addiert wird</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>Add&amp;ieren</translation>
    </message>
    <message>
        <source>ti&amp;mes</source>
        <translation>&amp;mal</translation>
    </message>
    <message>
        <source>Type a term that can be added</source>
        <translation>Einen Summanden eingeben, der sich addieren lässt</translation>
    </message>
    <message>
        <source>This term cannot be read. Examples: 0.0001, 1e-8, 2^-24.</source>
        <translation>Dieser Summand ist nicht lesbar. Beispiele: 0.0001, 1e-8, 2^-24.</translation>
    </message>
    <message>
        <source>%1, summed in FP32</source>
        <translation>%1, in FP32 summiert</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>No sum stops growing here. Take more terms or smaller ones.</source>
        <translation>Hier bleibt keine Summe stehen. Mehr oder kleinere Summanden nehmen.</translation>
    </message>
    <message numerus="yes">
        <source>at %1, after %n terms</source>
        <translation>
            <numerusform>bei %1, nach %n Summand</numerusform>
            <numerusform>bei %1, nach %n Summanden</numerusform>
        </translation>
    </message>
    <message>
        <source>Shown once the outcome is seen</source>
        <translation>Erscheint, sobald das Ergebnis zu sehen ist</translation>
    </message>
    <message>
        <source>A sum stops growing once the term is less than half of its ulp, or half of it where ties round to even (not in TF32): %1. Summed in FP32 (thin lines), the same terms keep adding up.</source>
        <translation>Eine Summe wächst nicht mehr, sobald der Summand kleiner ist als ihr halbes ulp, oder gleich diesem, wo bei Gleichstand zur geraden Zahl gerundet wird (nicht in TF32): %1. In FP32 summiert (dünne Linien), summieren sich dieselben Summanden weiter.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunsDock</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Find runs by name, note, tag, preset, precision or device</source>
        <translation>Läufe nach Name, Notiz, Stichwort, Voreinstellung, Präzision oder Gerät suchen</translation>
    </message>
    <message>
        <source>Name, note, tag, preset, precision, device (Ctrl+F).
Only in one of them: tag:homework precision:fp16</source>
        <translation>Name, Notiz, Stichwort, Voreinstellung, Präzision, Gerät (Strg+F).
Nur in einem davon: tag:homework precision:fp16</translation>
    </message>
    <message>
        <source>What can be done with runs</source>
        <translation>Was sich mit Läufen tun lässt</translation>
    </message>
    <message>
        <source>Export, import, compare, delete</source>
        <translation>Exportieren, importieren, vergleichen, löschen</translation>
    </message>
    <message>
        <source>Read-only: open in another window</source>
        <translation>Schreibgeschützt: in anderem Fenster geöffnet</translation>
    </message>
    <message>
        <source>The runs of this session are not kept.</source>
        <translation>Die Läufe dieser Sitzung werden nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Export selection…</source>
        <translation>Auswahl exportieren…</translation>
    </message>
    <message>
        <source>Select runs first.</source>
        <translation>Erst Läufe auswählen.</translation>
    </message>
    <message>
        <source>Save report of the selection…</source>
        <translation>Bericht über die Auswahl speichern…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Copy what differs</source>
        <translation>Unterschiede kopieren</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Löschen rückgängig</translation>
    </message>
    <message>
        <source>Nothing was deleted in this session.</source>
        <translation>In dieser Sitzung wurde nichts gelöscht.</translation>
    </message>
    <message>
        <source>Erase deleted runs for good…</source>
        <translation>Gelöschte Läufe endgültig entfernen…</translation>
    </message>
    <message>
        <source>The library holds no deleted run.</source>
        <translation>Die Bibliothek enthält keinen gelöschten Lauf.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Hide on the charts</source>
        <translation>In den Diagrammen ausblenden</translation>
    </message>
    <message>
        <source>Show on the charts</source>
        <translation>In den Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Resume from checkpoint</source>
        <translation>Ab Sicherungspunkt fortsetzen</translation>
    </message>
    <message>
        <source>Use its settings</source>
        <translation>Einstellungen übernehmen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>No longer the baseline</source>
        <translation>Nicht mehr Vergleichslauf</translation>
    </message>
    <message>
        <source>Make it the baseline</source>
        <translation>Zum Vergleichslauf machen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>It is training: stop it first.</source>
        <translation>Er trainiert: erst stoppen.</translation>
    </message>
    <message>
        <source>Runs of Mantissa (*.mantissa)</source>
        <translation>Läufe von Mantissa (*.mantissa)</translation>
    </message>
    <message>
        <source>Import runs</source>
        <translation>Läufe importieren</translation>
    </message>
    <message>
        <source>Runs of Mantissa (*.mantissa);;All files (*)</source>
        <translation>Läufe von Mantissa (*.mantissa);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Mantissa</source>
        <translation>Mantissa</translation>
    </message>
    <message>
        <source>This cannot be undone. Export what somebody may still ask for.</source>
        <translation>Das lässt sich nicht rückgängig machen. Exportieren, wonach noch jemand fragen könnte.</translation>
    </message>
    <message>
        <source>Erase for good</source>
        <translation>Endgültig entfernen</translation>
    </message>
    <message>
        <source>Resume its race from checkpoints</source>
        <translation>Sein Rennen ab den Sicherungspunkten fortsetzen</translation>
    </message>
    <message>
        <source>Disk space of a run…</source>
        <translation>Plattenplatz eines Laufs…</translation>
    </message>
    <message>
        <source>Disk space of a run</source>
        <translation>Plattenplatz eines Laufs</translation>
    </message>
    <message>
        <source>Most that one run may take of the disk, in MiB. Past it the library keeps only some of its older steps and histograms.</source>
        <translation>So viel Plattenplatz darf ein Lauf höchstens haben, in MiB. Darüber behält die Bibliothek nur einen Teil seiner älteren Schritte und Histogramme.</translation>
    </message>
    <message>
        <source>Find a run</source>
        <translation>Lauf suchen</translation>
    </message>
    <message numerus="yes">
        <source>%n runs deleted</source>
        <translation>
            <numerusform>%n Lauf gelöscht</numerusform>
            <numerusform>%n Läufe gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save report of %n runs…</source>
        <translation>
            <numerusform>Bericht über %n Lauf speichern…</numerusform>
            <numerusform>Bericht über %n Läufe speichern…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %n deleted runs for good…</source>
        <translation>
            <numerusform>%n gelöschten Lauf endgültig entfernen…</numerusform>
            <numerusform>%n gelöschte Läufe endgültig entfernen…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n runs</source>
        <translation>
            <numerusform>%n Lauf löschen</numerusform>
            <numerusform>%n Läufe löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %n runs</source>
        <translation>
            <numerusform>%n Lauf exportieren</numerusform>
            <numerusform>%n Läufe exportieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %n deleted runs for good?</source>
        <translation>
            <numerusform>%n gelöschten Lauf endgültig entfernen?</numerusform>
            <numerusform>%n gelöschte Läufe endgültig entfernen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Each run that you train is kept here.</source>
        <translation>Jeder trainierte Lauf wird hier aufbewahrt.</translation>
    </message>
    <message>
        <source>No run has “%1”.</source>
        <translation>Kein Lauf hat „%1“.</translation>
    </message>
    <message>
        <source>Export the network…</source>
        <translation>Netz exportieren…</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ScaleOperands</name>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>Operands in eight or fewer bits</source>
        <translation>Operanden in acht oder weniger Bit</translation>
    </message>
    <message>
        <source>Largest magnitude (power of 2)</source>
        <translation>Größter Betrag (Zweierpotenz)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>product</source>
        <translation>Produkt</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>flushed</source>
        <translation>zu null gerundet</translation>
    </message>
    <message>
        <source>clipped</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größter</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Skala</translation>
    </message>
    <message>
        <source>scale too large by</source>
        <translation>Skala zu groß um</translation>
    </message>
    <message>
        <source>most clipped</source>
        <translation>am meisten abgeschnitten</translation>
    </message>
    <message>
        <source>largest magnitude</source>
        <translation>größter Betrag</translation>
    </message>
    <message>
        <source>largest number at its scale</source>
        <translation>größte Zahl bei seiner Skala</translation>
    </message>
    <message>
        <source>Operands in eight or fewer bits: each tensor or block is scaled before the cast. What is too large at its scale is clipped, what is too small becomes 0. A delayed scale is that of earlier steps: where it is too large by some bits, the tensor is clipped.</source>
        <translation>Operanden in acht oder weniger Bit: Jeder Tensor oder Block wird vor der Umwandlung skaliert. Was bei seiner Skala zu groß ist, wird abgeschnitten, was zu klein ist, wird 0. Eine verzögerte Skala stammt aus früheren Schritten: Wo sie um einige Bit zu groß ist, wird der Tensor abgeschnitten.</translation>
    </message>
    <message>
        <source>Clipped and flushed (%)</source>
        <translation>Abgeschnitten und zu null gerundet (%)</translation>
    </message>
    <message>
        <source>blocks with flushed</source>
        <translation>Blöcke mit zu null gerundeten</translation>
    </message>
    <message>
        <source>blocks with clipped</source>
        <translation>Blöcke mit abgeschnittenen</translation>
    </message>
    <message>
        <source>step %1: %2 times too large for its scale, %3 clipped</source>
        <translation>Schritt %1: %2-mal zu groß für seine Skala, %3 abgeschnitten</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ScalePage</name>
    <message>
        <source>A large loss scale keeps small gradients from underflowing. One that is too large turns the largest gradients into inf: the step is skipped, and dynamic scaling halves the scale. After a while without inf it doubles it again.</source>
        <translation>Ein großer Skalierungsfaktor bewahrt kleine Gradienten vor dem Unterlauf. Ein zu großer macht die größten Gradienten zu inf: Der Schritt wird übersprungen, und die dynamische Skalierung halbiert den Faktor. Nach einer Weile ohne inf verdoppelt sie ihn wieder.</translation>
    </message>
    <message>
        <source>Loss scale (power of 2)</source>
        <translation>Skalierungsfaktor (Zweierpotenz)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Waiting for the first step of a run</source>
        <translation>Warten auf den ersten Schritt eines Laufs</translation>
    </message>
    <message>
        <source>Headroom (bits)</source>
        <translation>Reserve (Bit)</translation>
    </message>
    <message>
        <source>Changes of the loss scale, newest first</source>
        <translation>Änderungen des Skalierungsfaktors, Neuestes zuerst</translation>
    </message>
    <message>
        <source>loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>what happened</source>
        <translation>was geschah</translation>
    </message>
    <message>
        <source>run ended</source>
        <translation>Lauf beendet</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>at its ceiling</source>
        <translation>an der Obergrenze</translation>
    </message>
    <message>
        <source>never: it is 0</source>
        <translation>nie: Er ist 0</translation>
    </message>
    <message>
        <source>none: static</source>
        <translation>keine: statisch</translation>
    </message>
    <message>
        <source>none: no scaling</source>
        <translation>keine: ohne Skalierung</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bit</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>headroom (bits)</source>
        <translation>Reserve (Bit)</translation>
    </message>
    <message>
        <source>Headroom (bits), step %1</source>
        <translation>Reserve (Bit), Schritt %1</translation>
    </message>
    <message>
        <source>none: overflow</source>
        <translation>keine: Überlauf</translation>
    </message>
    <message>
        <source>%1 bits (%2)</source>
        <translation>%1&#xa0;Bit (%2)</translation>
    </message>
    <message>
        <source>never: it is infinite</source>
        <translation>nie: er ist unendlich</translation>
    </message>
    <message>
        <source>of gradients × loss scale; 1 bit = 1 doubling</source>
        <translation>von Gradienten × Skala; 1 Bit = Verdopplung</translation>
    </message>
    <message>
        <source>Changes of the scale: none</source>
        <translation>Änderungen des Faktors: keine</translation>
    </message>
    <message>
        <source>Loss scale, step %1</source>
        <translation>Skalierungsfaktor, Schritt %1</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Skalierungsfaktor</translation>
    </message>
    <message>
        <source>Changes of the scale, newest first: a new scale is that of the next step</source>
        <translation>Änderungen des Faktors, Neuestes zuerst: Ein neuer Faktor gilt ab dem nächsten Schritt</translation>
    </message>
    <message numerus="yes">
        <source>in %n steps</source>
        <translation>
            <numerusform>in %n Schritt</numerusform>
            <numerusform>in %n Schritten</numerusform>
        </translation>
    </message>
    <message>
        <source>This run has no loss scale</source>
        <translation>Dieser Lauf hat keinen Skalierungsfaktor</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SeedTable</name>
    <message>
        <source>baseline</source>
        <translation>Vergleichslauf</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message numerus="yes">
        <source>Of %n seeds</source>
        <translation>
            <numerusform>Von %n Startwert</numerusform>
            <numerusform>Von %n Startwerten</numerusform>
        </translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Difference (points)</source>
        <translation>Differenz (Punkte)</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
    </message>
    <message>
        <source>Each seed has its own initial weights and order of batches, the same for all runs</source>
        <translation>Jeder Startwert hat eigene Anfangsgewichte und eine eigene Reihenfolge der Batches, für alle Läufe dieselben</translation>
    </message>
    <message>
        <source>Mean test accuracy of the seeds that came to their end</source>
        <translation>Mittlere Testgenauigkeit der Startwerte, die zu Ende kamen</translation>
    </message>
    <message>
        <source>Mean difference from the baseline in percentage points, of the seeds that both have</source>
        <translation>Mittlere Differenz zum Vergleichslauf in Prozentpunkten, über die Startwerte, die beide haben</translation>
    </message>
    <message>
        <source>Student&apos;s t of the paired differences, cut to what accuracies can differ by</source>
        <translation>Students t der gepaarten Differenzen, begrenzt auf das, worum sich Genauigkeiten unterscheiden können</translation>
    </message>
    <message>
        <source>Final test accuracy with this seed</source>
        <translation>Endgültige Testgenauigkeit mit diesem Startwert</translation>
    </message>
    <message>
        <source>Difference (dB)</source>
        <translation>Differenz (dB)</translation>
    </message>
    <message>
        <source>Mean test PSNR of the seeds that came to their end</source>
        <translation>Mittleres Test-PSNR der Startwerte, die zu Ende kamen</translation>
    </message>
    <message>
        <source>Mean difference from the baseline in dB, of the seeds that both have</source>
        <translation>Mittlere Differenz zum Vergleichslauf in dB, über die Startwerte, die beide haben</translation>
    </message>
    <message>
        <source>Final test PSNR with this seed</source>
        <translation>Endgültiges Test-PSNR mit diesem Startwert</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Mean test R² of the seeds that came to their end</source>
        <translation>Mittleres Test-R² der Startwerte, die zu Ende kamen</translation>
    </message>
    <message>
        <source>Mean difference from the baseline, of the seeds that both have</source>
        <translation>Mittlere Differenz zum Vergleichslauf, über die Startwerte, die beide haben</translation>
    </message>
    <message>
        <source>Final test R² with this seed</source>
        <translation>Endgültiges Test-R² mit diesem Startwert</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SeedView</name>
    <message>
        <source>The accuracies of every seed</source>
        <translation>Die Genauigkeiten jedes Startwerts</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SessionModel</name>
    <message>
        <source>The library holds no end of this run: the worker or the window ended first.</source>
        <translation>Die Bibliothek enthält kein Ende dieses Laufs: Rechenprozess oder Fenster endeten vorher.</translation>
    </message>
    <message>
        <source>, ghost</source>
        <translation>, Geist</translation>
    </message>
    <message>
        <source>, control</source>
        <translation>, Kontrolle</translation>
    </message>
    <message>
        <source>The recording has no end: the training goes on, or was killed.</source>
        <translation>Die Aufzeichnung hat kein Ende: Das Training läuft noch oder wurde abgebrochen.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SetupDock</name>
    <message>
        <source>Keep a ghost for %1 steps</source>
        <translation>Geist %1 Schritte mitführen</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>A ready experiment with all its settings.</source>
        <translation>Ein fertiges Experiment mit allen Einstellungen.</translation>
    </message>
    <message>
        <source>Choose an experiment</source>
        <translation>Ein Experiment wählen</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Loss scaling</source>
        <translation>Verlustskalierung</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>The loss is multiplied by the scale before the backward pass and the gradients are divided by it after, so that small ones stay in range.</source>
        <translation>Der Verlust wird vor dem Rückwärtsdurchlauf mit dem Faktor multipliziert, und die Gradienten werden danach durch ihn geteilt, damit kleine im Wertebereich bleiben.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Static</source>
        <translation>Statisch</translation>
    </message>
    <message>
        <source>Dynamic</source>
        <translation>Dynamisch</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>The static scale, or where a dynamic one starts. Arrows double and halve it.</source>
        <translation>Der statische Faktor oder der Anfang eines dynamischen. Pfeile verdoppeln und halbieren ihn.</translation>
    </message>
    <message>
        <source>Growth interval</source>
        <translation>Wachstumsintervall</translation>
    </message>
    <message>
        <source>Steps without an overflow before the scale grows. A short run never reaches PyTorch&apos;s default of 2000, so presets choose fewer.</source>
        <translation>Schritte ohne Überlauf, bevor der Faktor wächst. Die 2000 von PyTorch werden in einem kurzen Lauf nie erreicht, daher wählen die Voreinstellungen weniger.</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>The scale is multiplied by this when it grows.</source>
        <translation>Damit wird der Faktor multipliziert, wenn er wächst.</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>Rückgang</translation>
    </message>
    <message>
        <source>The scale is multiplied by this after an overflow.</source>
        <translation>Damit wird der Faktor nach einem Überlauf multipliziert.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>How gradients become updates.</source>
        <translation>Wie aus Gradienten Updates werden.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Advanced switches</source>
        <translation>Weitere Schalter</translation>
    </message>
    <message>
        <source>Each rule of mixed precision as a switch of its own.</source>
        <translation>Jede Regel der gemischten Präzision als eigener Schalter.</translation>
    </message>
    <message>
        <source>Evaluate in</source>
        <translation>Auswerten in</translation>
    </message>
    <message>
        <source>as training</source>
        <translation>wie Training</translation>
    </message>
    <message>
        <source>Differs from the preset: %1.
Click to go back to the preset&apos;s settings.</source>
        <translation>Abweichend von der Voreinstellung: %1.
Klick: zurück zu den Werten der Voreinstellung.</translation>
    </message>
    <message>
        <source>The MNIST that comes with Mantissa.</source>
        <translation>Das MNIST, das Mantissa mitbringt.</translation>
    </message>
    <message>
        <source>Click to open another folder of IDX files.</source>
        <translation>Klick: einen anderen Ordner von IDX-Dateien öffnen.</translation>
    </message>
    <message>
        <source>%1 (not available)</source>
        <translation>%1 (nicht verfügbar)</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Apply now</source>
        <translation>Jetzt anwenden</translation>
    </message>
    <message>
        <source>Settings of the next run.</source>
        <translation>Einstellungen des nächsten Laufs.</translation>
    </message>
    <message>
        <source>The run in training has these settings.</source>
        <translation>Der trainierende Lauf hat diese Einstellungen.</translation>
    </message>
    <message>
        <source>From the next step on: %1</source>
        <translation>Ab dem nächsten Schritt: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>When a setting changes while a run trains, a copy of the run continues with the old setting for %1 steps: its ghost. Undo returns to it.</source>
        <translation>Ändert sich eine Einstellung, während ein Lauf trainiert, läuft eine Kopie des Laufs mit der alten Einstellung %1 Schritte weiter: sein Geist. „Rückgängig“ kehrt zu ihm zurück.</translation>
    </message>
    <message>
        <source>Rule of</source>
        <translation>Regel von</translation>
    </message>
    <message>
        <source>Each switch of precision as it is set, not those of a framework.</source>
        <translation>Jeder Schalter der Präzision, wie er gestellt ist, nicht wie ein Framework sie hat.</translation>
    </message>
    <message>
        <source>Casts as in</source>
        <translation>Umwandlungen wie in</translation>
    </message>
    <message>
        <source>Sum over ranks</source>
        <translation>Summe über Ranks</translation>
    </message>
    <message>
        <source>The format in which gradients are summed. An FP16 sum of many ranks overflows.</source>
        <translation>Das Format, in dem Gradienten summiert werden. Eine FP16-Summe vieler Ranks läuft über.</translation>
    </message>
    <message>
        <source>Phase change</source>
        <translation>PCM-Zellen</translation>
    </message>
    <message>
        <source>Linear layers and convolutions multiply in the format of the precision.</source>
        <translation>Lineare Schichten und Faltungen multiplizieren im Format der Präzision.</translation>
    </message>
    <message>
        <source>Operands in</source>
        <translation>Operanden in</translation>
    </message>
    <message>
        <source>The lesson&apos;s</source>
        <translation>Von der Lektion</translation>
    </message>
    <message>
        <source>Decides the initial weights and the order of samples: the same seed repeats a run bit for bit.</source>
        <translation>Bestimmt die Anfangsgewichte und die Reihenfolge der Beispiele: Derselbe Startwert (Seed) wiederholt einen Lauf Bit für Bit.</translation>
    </message>
    <message>
        <source>The format in which the test set is evaluated.</source>
        <translation>Das Format, in dem der Testdatensatz ausgewertet wird.</translation>
    </message>
    <message>
        <source>A table</source>
        <translation>Eine Tabelle</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>The program makes this task&apos;s table; images are not read.</source>
        <translation>Die Tabelle dieser Aufgabe macht das Programm; Bilder werden nicht gelesen.</translation>
    </message>
    <message>
        <source>The program makes this task&apos;s texts; images are not read.</source>
        <translation>Die Texte dieser Aufgabe macht das Programm; Bilder werden nicht gelesen.</translation>
    </message>
    <message>
        <source>As the precision</source>
        <translation>Wie die Präzision</translation>
    </message>
    <message>
        <source>How often every training sample is seen. A preset may end after so many steps instead: then it says how many, and a number of epochs takes their place.</source>
        <translation>Wie oft jedes Trainingsbeispiel gesehen wird. Eine Voreinstellung kann stattdessen nach so vielen Schritten enden: Dann steht hier, nach wie vielen, und eine Zahl von Epochen tritt an ihre Stelle.</translation>
    </message>
    <message>
        <source>As set below</source>
        <translation>Wie unten eingestellt</translation>
    </message>
    <message numerus="yes">
        <source>%n settings changed · back to preset</source>
        <translation>
            <numerusform>%n Einstellung geändert · zurück</numerusform>
            <numerusform>%n Einstellungen geändert · zurück</numerusform>
        </translation>
    </message>
    <message>
        <source>What this preset shows appears here once the outcome is seen.</source>
        <translation>Was diese Voreinstellung zeigt, steht hier, sobald das Ergebnis zu sehen ist.</translation>
    </message>
    <message>
        <source>Network: %1</source>
        <translation>Netz: %1</translation>
    </message>
    <message>
        <source>For the next run; the run in training has other settings: %1.</source>
        <translation>Für den nächsten Lauf; der Lauf im Training hat andere Einstellungen: %1.</translation>
    </message>
    <message>
        <source>Four runs train, and the worker has no more at once: a change leaves no ghost.</source>
        <translation>Vier Läufe trainieren, und mehr hat der Rechenprozess nicht zugleich: Eine Änderung hinterlässt keinen Geist.</translation>
    </message>
    <message>
        <source>The preset&apos;s own network is another one. %1</source>
        <translation>Das Netz der Voreinstellung selbst ist ein anderes. %1</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SetupModel</name>
    <message>
        <source>open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>unlock settings</source>
        <translation>Einstellungen freigeben</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>Voreinstellung %1</translation>
    </message>
    <message>
        <source>refused by the worker</source>
        <translation>vom Rechenprozess abgelehnt</translation>
    </message>
    <message>
        <source>back to the preset %1</source>
        <translation>zurück zur Voreinstellung %1</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SmallFormats</name>
    <message>
        <source>The number in eight bits and fewer</source>
        <translation>Die Zahl in acht Bit und weniger</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>rounding error</source>
        <translation>Rundungsfehler</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>größte</translation>
    </message>
    <message>
        <source>beyond it</source>
        <translation>darüber</translation>
    </message>
    <message>
        <source>So few bits need a scale. MX blocks of 32 numbers share a power of two (E8M0), NVFP4 blocks of 16 share an E4M3FN number times one of the whole tensor. A block&apos;s largest number decides: beside one 100 times as large, the same number has less left.</source>
        <translation>So wenige Bits brauchen einen Faktor. MX-Blöcke von 32 Zahlen teilen sich eine Zweierpotenz (E8M0), NVFP4-Blöcke von 16 eine E4M3FN-Zahl mal eine des ganzen Tensors. Die größte Zahl eines Blocks entscheidet: Neben einer 100-mal so großen bleibt von derselben Zahl weniger.</translation>
    </message>
    <message>
        <source>The number in blocks that share a scale</source>
        <translation>Die Zahl in Blöcken mit gemeinsamem Faktor</translation>
    </message>
    <message>
        <source>block format</source>
        <translation>Blockformat</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>it becomes</source>
        <translation>sie wird zu</translation>
    </message>
    <message>
        <source>scale, 100 ×</source>
        <translation>Faktor, 100 ×</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedBars</name>
    <message>
        <source>Nothing measured yet</source>
        <translation>Noch nichts gemessen</translation>
    </message>
    <message>
        <source>as FP32</source>
        <translation>wie FP32</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedBench</name>
    <message>
        <source>The worker answered without a figure.</source>
        <translation>Der Rechenprozess antwortete ohne einen Wert.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedPage</name>
    <message>
        <source>Measured at %1 on %2</source>
        <translation>Gemessen um %1 auf %2</translation>
    </message>
    <message>
        <source>A narrower format can make training faster where the device has units for it, and it can save memory where activations outweigh what must stay FP32. Both are measured and planned here for the network in Setup.</source>
        <translation>Ein schmaleres Format kann das Training schneller machen, wo das Gerät Rechenwerke dafür hat, und Speicher sparen, wo Aktivierungen überwiegen, was FP32 bleiben muss. Beides wird hier für das Netz aus „Aufbau“ gemessen und geplant.</translation>
    </message>
    <message>
        <source>Cases measured</source>
        <translation>Gemessene Fälle</translation>
    </message>
    <message>
        <source>Throughput against FP32</source>
        <translation>Durchsatz gegen FP32</translation>
    </message>
    <message>
        <source>Matrix products and convolutions in each format: measured in about ten seconds</source>
        <translation>Matrixprodukte und Faltungen in jedem Format: in etwa zehn Sekunden gemessen</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>Wohin die Zeit eines Schritts geht</translation>
    </message>
    <message>
        <source>One training step of the network in Setup, kernel by kernel: not measured yet</source>
        <translation>Ein Trainingsschritt des Netzes aus „Aufbau“, Kernel für Kernel: noch nicht gemessen</translation>
    </message>
    <message>
        <source>State of the measurement</source>
        <translation>Stand der Messung</translation>
    </message>
    <message>
        <source>Memory of a step by batch</source>
        <translation>Speicher eines Schritts nach Batch</translation>
    </message>
    <message>
        <source>The worker is planning …</source>
        <translation>Der Rechenprozess plant…</translation>
    </message>
    <message>
        <source>&amp;Bytes on</source>
        <translation>B&amp;ytes auf</translation>
    </message>
    <message>
        <source>a device that stores the formats natively</source>
        <translation>einem Gerät, das die Formate nativ speichert</translation>
    </message>
    <message>
        <source>this device</source>
        <translation>diesem Gerät</translation>
    </message>
    <message>
        <source>Whose bytes are shown</source>
        <translation>Wessen Bytes gezeigt werden</translation>
    </message>
    <message>
        <source>B&amp;udget</source>
        <translation>B&amp;udget</translation>
    </message>
    <message>
        <source>Budget of memory</source>
        <translation>Speicherbudget</translation>
    </message>
    <message>
        <source>The largest batch for the budget</source>
        <translation>Der größte Batch für das Budget</translation>
    </message>
    <message>
        <source>The worker is not running: start it again first.</source>
        <translation>Der Rechenprozess läuft nicht: erst wieder starten.</translation>
    </message>
    <message>
        <source>A run is training: pause it first, or it would falsify the figures.</source>
        <translation>Ein Lauf trainiert: erst pausieren, sonst verfälscht er die Werte.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Measure this device</source>
        <translation>Dieses Gerät messen</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>Where the time of a step goes (%1, emulated)</source>
        <translation>Wohin die Zeit eines Schritts geht (%1, emuliert)</translation>
    </message>
    <message>
        <source>Where the time of a step goes (%1)</source>
        <translation>Wohin die Zeit eines Schritts geht (%1)</translation>
    </message>
    <message>
        <source>Products, convolutions, copying, rounding, and training steps by kernel</source>
        <translation>Produkte, Faltungen, Kopieren, Runden und Trainingsschritte nach Kernel</translation>
    </message>
    <message>
        <source>Once you move it, the advisor also says when a run could use twice the batch within it.</source>
        <translation>Sobald Sie es verschieben, sagt der Berater auch, wenn ein Lauf darin den doppelten Batch verwenden könnte.</translation>
    </message>
    <message>
        <source>Memory of a step by batch (stored natively, without the FP32 shadow)</source>
        <translation>Speicher eines Schritts nach Batch (nativ gespeichert, ohne den FP32-Schatten)</translation>
    </message>
    <message>
        <source>Memory of a step by batch (on this device, without the FP32 shadow)</source>
        <translation>Speicher eines Schritts nach Batch (auf diesem Gerät, ohne den FP32-Schatten)</translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %1 of %n cases. %2</source>
        <translation>
            <numerusform>Nach %1 von %n Fall beendet. %2</numerusform>
            <numerusform>Nach %1 von %n Fällen beendet. %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Shown once the outcome is seen</source>
        <translation>Erscheint, sobald das Ergebnis zu sehen ist</translation>
    </message>
    <message>
        <source>This cannot be planned: %1</source>
        <translation>Das lässt sich nicht planen: %1</translation>
    </message>
    <message>
        <source>Setup has other settings now: measure again to see theirs.</source>
        <translation>Im Aufbau stehen jetzt andere Einstellungen: neu messen, um ihre Werte zu sehen.</translation>
    </message>
    <message>
        <source>The curves count one step, as the worker plans it: without the shadow, which only watches, without evaluation, counters and data set.</source>
        <translation>Die Kurven zählen einen Schritt, wie ihn der Rechenprozess plant: ohne den Schatten, der nur zusieht, ohne Auswertung, Zähler und Datensatz.</translation>
    </message>
    <message>
        <source>A watched training is running. It would falsify the figures, and Mantissa cannot pause it: measure once it has ended.</source>
        <translation>Ein beobachtetes Training läuft. Es würde die Zahlen verfälschen, und Mantissa kann es nicht anhalten: Miss, sobald es beendet ist.</translation>
    </message>
    <message>
        <source>Network in Setup: %1, batch %2.</source>
        <translation>Netz im Aufbau: %1, Batch %2.</translation>
    </message>
    <message>
        <source>The run on display is of another program: its network is not planned here.</source>
        <translation>Der angezeigte Lauf ist von einem anderen Programm: Sein Netz wird hier nicht geplant.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::StatusStrip</name>
    <message>
        <source>Device: not known yet</source>
        <translation>Gerät: noch nicht bekannt</translation>
    </message>
    <message>
        <source>Worker: not started</source>
        <translation>Rechenprozess: nicht gestartet</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>Gerät: %1</translation>
    </message>
    <message>
        <source>Worker: %1</source>
        <translation>Rechenprozess: %1</translation>
    </message>
    <message>
        <source>Worker on %1: %2</source>
        <translation>Rechenprozess auf %1: %2</translation>
    </message>
    <message>
        <source>Training in: %1</source>
        <translation>Trainiert in: %1</translation>
    </message>
    <message>
        <source>Next run: %1</source>
        <translation>Nächster Lauf: %1</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SweepHeatMap</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>kein Lauf</translation>
    </message>
    <message>
        <source>done without a number</source>
        <translation>fertig, ohne Zahl</translation>
    </message>
    <message>
        <source>training</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>noch nicht gelaufen</translation>
    </message>
    <message>
        <source>%1 of %2 runs done</source>
        <translation>%1 von %2 Läufen fertig</translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation>%1 im Training</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 gescheitert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SweepTable</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>training</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>So far: of its last evaluation.</source>
        <translation>Bisher: von seiner letzten Auswertung.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message numerus="yes">
        <source>%1 done, %2 training, %3 waiting, %4 failed, of %n runs.</source>
        <translation>
            <numerusform>%1 fertig, %2 im Training, %3 warten, %4 gescheitert, von %n Lauf.</numerusform>
            <numerusform>%1 fertig, %2 im Training, %3 warten, %4 gescheitert, von %n Läufen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SweepWatch</name>
    <message>
        <source>What the worker answers is no sweep.</source>
        <translation>Was der Rechenprozess antwortet, ist kein Raster.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SweepWindow</name>
    <message>
        <source>&amp;Copy table</source>
        <translation>Tabelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Metric by setting</source>
        <translation>Maß nach Einstellung</translation>
    </message>
    <message>
        <source>Watch a sweep</source>
        <translation>Raster beobachten</translation>
    </message>
    <message>
        <source>Nothing is watched yet.</source>
        <translation>Noch wird nichts beobachtet.</translation>
    </message>
    <message>
        <source>The file that “mantissa-worker sweep” trains, on this computer or by ssh on another one: grid.json, cluster:grid.json, user@cluster:~/sweeps/grid.json. It is only read.</source>
        <translation>Die Datei, die „mantissa-worker sweep“ trainiert, auf diesem Rechner oder über ssh auf einem anderen: grid.json, cluster:grid.json, user@cluster:~/sweeps/grid.json. Sie wird nur gelesen.</translation>
    </message>
    <message>
        <source>&amp;Sweep</source>
        <translation>&amp;Raster</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Choose the sweep&apos;s file on this computer</source>
        <translation>Datei des Rasters auf diesem Rechner wählen</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>Bib&amp;liothek</translation>
    </message>
    <message>
        <source>your library there</source>
        <translation>Ihre Bibliothek dort</translation>
    </message>
    <message>
        <source>The --library that the sweep was given, on the machine that has the file</source>
        <translation>Die Bibliothek, die dem Raster mit --library genannt wurde, auf dem Rechner mit der Datei</translation>
    </message>
    <message>
        <source>&amp;Tasks</source>
        <translation>&amp;Tasks</translation>
    </message>
    <message>
        <source>beside the library</source>
        <translation>neben der Bibliothek</translation>
    </message>
    <message>
        <source>The --folder that a sweep --on slurm or --on mpi was given</source>
        <translation>Der Ordner, der einem Raster mit --on slurm oder --on mpi durch --folder genannt wurde</translation>
    </message>
    <message>
        <source>Path of the worker on that machine</source>
        <translation>Pfad des Rechenprozesses auf jenem Rechner</translation>
    </message>
    <message>
        <source>Runs that have ended</source>
        <translation>Beendete Läufe</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Läufe des Rasters</translation>
    </message>
    <message>
        <source>All rows, for a spreadsheet (Ctrl+C in the table)</source>
        <translation>Alle Zeilen, für eine Tabellenkalkulation (Strg+C in der Tabelle)</translation>
    </message>
    <message>
        <source>The table is on the clipboard.</source>
        <translation>Die Tabelle ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>&amp;Across</source>
        <translation>&amp;Spalten</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>&amp;Zeilen</translation>
    </message>
    <message>
        <source>Open the sweep&apos;s file</source>
        <translation>Datei des Rasters öffnen</translation>
    </message>
    <message>
        <source>Sweeps (*.json);;All files (*)</source>
        <translation>Raster (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Name the sweep&apos;s file, here or as host:path.</source>
        <translation>Die Datei des Rasters fehlt: hier, oder als Rechner:Pfad.</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
    <message>
        <source>Asking %1…</source>
        <translation>%1 wird gefragt…</translation>
    </message>
    <message>
        <source>&amp;Watch</source>
        <translation>&amp;Beobachten</translation>
    </message>
    <message>
        <source>%1 — sweep</source>
        <translation>%1 — Raster</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Each cell will be the mean of the runs with its two values, shaded by what they reached.</source>
        <translation>Jede Zelle wird der Mittelwert der Läufe mit ihren beiden Werten, gefärbt nach dem, was sie erreicht haben.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>All of them have ended.</source>
        <translation>Alle sind beendet.</translation>
    </message>
    <message>
        <source>It is not watched any more; the sweep itself goes on.</source>
        <translation>Es wird nicht mehr beobachtet; das Raster selbst läuft weiter.</translation>
    </message>
    <message>
        <source>Watch a sw&amp;eep…</source>
        <translation>Raster beoba&amp;chten…</translation>
    </message>
    <message>
        <source>The runs of a grid as they come, from this computer or by ssh from a cluster</source>
        <translation>Die Läufe eines Rasters, wie sie kommen, von diesem Rechner oder über ssh von einem Cluster</translation>
    </message>
    <message>
        <source>Wor&amp;ker there</source>
        <translation>Re&amp;chenprozess dort</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>Sto&amp;ppen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Timeline</name>
    <message>
        <source>Step timeline</source>
        <translation>Zeitleiste der Schritte</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>End: follow</source>
        <translation>Ende: folgen</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>&amp;Rewind to step %1</source>
        <translation>&amp;Zurück zu Schritt %1</translation>
    </message>
    <message>
        <source>Step %1 of %2, %3, %4. Arrow keys show other steps.</source>
        <translation>Schritt %1 von %2, %3, %4. Pfeiltasten zeigen andere Schritte.</translation>
    </message>
    <message numerus="yes">
        <source>%n bookmarks</source>
        <translation>
            <numerusform>%n Lesezeichen</numerusform>
            <numerusform>%n Lesezeichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped steps</source>
        <translation>
            <numerusform>%n Schritt übersprungen</numerusform>
            <numerusform>%n Schritte übersprungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::UnderflowCloud</name>
    <message>
        <source>Magnitudes before the cast</source>
        <translation>Beträge vor der Umwandlung</translation>
    </message>
    <message>
        <source>worth saving (Micikevicius 2018)</source>
        <translation>rettenswert (Micikevicius 2018)</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>skaliert</translation>
    </message>
    <message>
        <source>unscaled</source>
        <translation>unskaliert</translation>
    </message>
    <message>
        <source>in FP32</source>
        <translation>in FP32</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::UnderflowPage</name>
    <message>
        <source>Values are counted before rounding: left of the format&apos;s range they become zero, right of it infinite. A larger loss scale moves them to the right. Drag the cloud (or press ← →) to try one; click a bin to follow one of its numbers.</source>
        <translation>Werte sind vor der Umwandlung gezählt: Links des Wertebereichs werden sie null, rechts davon unendlich. Ein größerer Skalierungsfaktor verschiebt sie nach rechts. Die Wolke ziehen (oder ← → drücken), um einen auszuprobieren; eine Klasse anklicken, um eine ihrer Zahlen zu verfolgen.</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>Nach Schritten</translation>
    </message>
    <message>
        <source>No estimate yet</source>
        <translation>Noch keine Schätzung</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>All zero in FP32, too: nothing to rescue</source>
        <translation>Alles null, auch in FP32: nichts zu retten</translation>
    </message>
    <message>
        <source>Set the best scale, %1</source>
        <translation>Besten Faktor setzen, %1</translation>
    </message>
    <message>
        <source>See the best scale, %1</source>
        <translation>Besten Faktor ansehen, %1</translation>
    </message>
    <message>
        <source>The scale is the best already</source>
        <translation>Der Faktor ist schon der beste</translation>
    </message>
    <message>
        <source>No best scale known</source>
        <translation>Kein bester Faktor</translation>
    </message>
    <message>
        <source>Loss scale %1 was requested: the next histogram shows what it does.</source>
        <translation>Skalierungsfaktor %1 wurde angefordert: Das nächste Histogramm zeigt, was er bewirkt.</translation>
    </message>
    <message>
        <source>Against the same batch in FP32</source>
        <translation>Gegenüber demselben Batch in FP32</translation>
    </message>
    <message>
        <source>Values are counted as the training has them, after rounding: what lay left of the format&apos;s range is zero already. A larger loss scale moves them to the right. Drag the cloud (or press ← →) to try one.</source>
        <translation>Die Werte sind gezählt, wie das Training sie hat, nach dem Runden: Was links vom Wertebereich des Formats lag, ist schon null. Ein größerer Skalierungsfaktor verschiebt sie nach rechts. Ziehen Sie die Wolke (oder ← →), um einen zu versuchen.</translation>
    </message>
    <message>
        <source>Back to the run</source>
        <translation>Zurück zum Lauf</translation>
    </message>
    <message>
        <source>%1 of %2, in %3</source>
        <translation>%1 aus %2, in %3</translation>
    </message>
    <message>
        <source>A tensor of a file: %1</source>
        <translation>Ein Tensor einer Datei: %1</translation>
    </message>
    <message>
        <source>Left of the format&apos;s range numbers become zero, right of it infinite. A scale moves them to the right: drag the cloud (or press ← →) to try one.</source>
        <translation>Links vom Wertebereich des Formats werden Zahlen null, rechts davon unendlich. Ein Skalierungsfaktor verschiebt sie nach rechts: Ziehen Sie die Wolke (oder drücken Sie ← →), um einen zu erproben.</translation>
    </message>
    <message>
        <source>All zero: nothing to rescue</source>
        <translation>Alles null: nichts zu retten</translation>
    </message>
    <message>
        <source>No scale is needed</source>
        <translation>Keine Skalierung nötig</translation>
    </message>
    <message>
        <source>Gradient norm rescued and lost, by loss scale</source>
        <translation>Gerettete und verlorene Gradientennorm je Skalierungsfaktor</translation>
    </message>
    <message>
        <source>Rescued and lost by scale</source>
        <translation>Gerettet und verloren je Faktor</translation>
    </message>
    <message>
        <source>The scale of step %1 was the best already</source>
        <translation>Der Faktor von Schritt %1 war schon der beste</translation>
    </message>
    <message>
        <source>This gradient loses nothing</source>
        <translation>Dieser Gradient verliert nichts</translation>
    </message>
    <message>
        <source>a sample: %1 of %2 numbers</source>
        <translation>eine Stichprobe: %1 von %2 Zahlen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::UpdatesPage</name>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Size of the updates</source>
        <translation>Größe der Updates</translation>
    </message>
    <message>
        <source>Updates lost (%)</source>
        <translation>Verlorene Updates (%)</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Waiting for the first step of a run</source>
        <translation>Warten auf den ersten Schritt eines Laufs</translation>
    </message>
    <message>
        <source>Updates that change nothing</source>
        <translation>Updates, die nichts ändern</translation>
    </message>
    <message>
        <source>All tensors, worst first</source>
        <translation>Alle Tensoren, die schlechtesten zuerst</translation>
    </message>
    <message>
        <source>No updates are recorded up to this step</source>
        <translation>Bis zu diesem Schritt sind keine Updates aufgezeichnet</translation>
    </message>
    <message>
        <source>Updates are counted at the steps that have histograms</source>
        <translation>Updates werden in den Schritten mit Histogrammen gezählt</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, Schritt %2</translation>
    </message>
    <message>
        <source>weights kept in</source>
        <translation>Gewichte gehalten in</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>updates lost</source>
        <translation>verlorene Updates</translation>
    </message>
    <message>
        <source>updates not zero</source>
        <translation>Updates nicht null</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>%1: %2 of the nonzero updates of %3 have no effect.</source>
        <translation>%1: %2 der von null verschiedenen Updates von %3 haben keine Wirkung.</translation>
    </message>
    <message>
        <source>now: %1</source>
        <translation>jetzt: %1</translation>
    </message>
    <message>
        <source>now, weights kept in %1</source>
        <translation>jetzt, Gewichte in %1 gehalten</translation>
    </message>
    <message>
        <source>FP32 (master on)</source>
        <translation>FP32 (Master an)</translation>
    </message>
    <message>
        <source>with FP32 master weights</source>
        <translation>mit FP32-Mastergewichten</translation>
    </message>
    <message>
        <source>%1 (master off)</source>
        <translation>%1 (Master aus)</translation>
    </message>
    <message>
        <source>without master weights, in %1</source>
        <translation>ohne Mastergewichte, in %1</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <source>without</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>kept in</source>
        <translation>gehalten in</translation>
    </message>
    <message>
        <source>lost now (%)</source>
        <translation>jetzt verloren (%)</translation>
    </message>
    <message>
        <source>lost with master weights (%)</source>
        <translation>verloren mit Mastergewichten (%)</translation>
    </message>
    <message>
        <source>lost without (%)</source>
        <translation>verloren ohne (%)</translation>
    </message>
    <message>
        <source>with / without FP32 master weights</source>
        <translation>mit / ohne FP32-Mastergewichte</translation>
    </message>
    <message>
        <source>%1: all its updates are zero.</source>
        <translation>%1: Alle Updates sind null.</translation>
    </message>
    <message>
        <source>%1: %2 of its updates have no effect now, %3 with FP32 master weights, %4 without.</source>
        <translation>%1: %2 der Updates haben jetzt keine Wirkung, %3 mit FP32-Mastergewichten, %4 ohne.</translation>
    </message>
    <message>
        <source>all tensors, every step</source>
        <translation>alle Tensoren, jeder Schritt</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Phase-change devices</source>
        <translation>Phasenwechsel-Bauelemente</translation>
    </message>
    <message>
        <source>Whose updates are shown; the worst are the weights that lose the largest share of them.
Biases have few values: they come first only where no weights are recorded.</source>
        <translation>Wessen Updates zu sehen sind; am schlimmsten sind die Gewichte, die den größten Anteil davon verlieren.
Biases haben wenige Werte: Sie kommen nur dann zuerst, wenn keine Gewichte aufgezeichnet sind.</translation>
    </message>
    <message>
        <source>Worst weight tensor</source>
        <translation>Schlechtester Gewichtstensor</translation>
    </message>
    <message>
        <source>No updates are recorded up to this step: there are none where all steps were skipped</source>
        <translation>Bis zu diesem Schritt sind keine Updates aufgezeichnet: Wo alle Schritte übersprungen wurden, gibt es keine</translation>
    </message>
    <message>
        <source>How many updates were lost is unknown for this optimizer</source>
        <translation>Wie viele Updates verloren gingen, ist bei diesem Optimierer unbekannt</translation>
    </message>
    <message>
        <source>%1: how many of the updates of %2 have no effect is unknown.</source>
        <translation>%1: Wie viele Updates von %2 wirkungslos sind, ist unbekannt.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>weights that stayed</source>
        <translation>unveränderte Gewichte</translation>
    </message>
    <message>
        <source>%1 of the weights of %2 did not change.</source>
        <translation>%1 der Gewichte von %2 änderten sich nicht.</translation>
    </message>
    <message>
        <source>all zero</source>
        <translation>alles null</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Waterfall</name>
    <message>
        <source>No histograms yet</source>
        <translation>Noch keine Histogramme</translation>
    </message>
    <message>
        <source>zero ≤ %1</source>
        <translation>null ≤ %1</translation>
    </message>
    <message>
        <source>normal ≥ %1</source>
        <translation>normal ≥ %1</translation>
    </message>
    <message>
        <source>inf ≥ %1</source>
        <translation>inf ≥ %1</translation>
    </message>
    <message>
        <source>step %1, %2 ≤ |x| &lt; %3: %4</source>
        <translation>Schritt %1, %2 ≤ |x| &lt; %3: %4</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>|x| from</source>
        <translation>|x| ab</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>zero (or not finite) at every step</source>
        <translation>null (oder nicht endlich) in jedem Schritt</translation>
    </message>
    <message>
        <source>(newest below; stronger = more)</source>
        <translation>(Neuestes unten; kräftiger = mehr)</translation>
    </message>
    <message numerus="yes">
        <source>%n histograms, step %1 to %2</source>
        <translation>
            <numerusform>%n Histogramm, Schritt %1 bis %2</numerusform>
            <numerusform>%n Histogramme, Schritt %1 bis %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WelcomeFlow</name>
    <message>
        <source>the first race</source>
        <translation>das erste Rennen</translation>
    </message>
    <message>
        <source>See what a number format does to training</source>
        <translation>Was Zahlenformate im Training tun</translation>
    </message>
    <message>
        <source>1 of 3 · FP16 has stalled</source>
        <translation>1 von 3 · FP16 kommt nicht voran</translation>
    </message>
    <message>
        <source>1 of 3 · FP16&apos;s first layer gets almost no gradient</source>
        <translation>1 von 3 · Die erste Schicht von FP16 bekommt fast keinen Gradienten</translation>
    </message>
    <message>
        <source>1 of 3 · FP32 against FP16</source>
        <translation>1 von 3 · FP32 gegen FP16</translation>
    </message>
    <message>
        <source>2 of 3 · FP16 learns</source>
        <translation>2 von 3 · FP16 lernt</translation>
    </message>
    <message>
        <source>2 of 3 · FP16 with loss scaling</source>
        <translation>2 von 3 · FP16 mit Verlustskalierung</translation>
    </message>
    <message>
        <source>3 of 3 · BF16 without loss scaling</source>
        <translation>3 von 3 · BF16 ohne Verlustskalierung</translation>
    </message>
    <message>
        <source>Three formats, one network</source>
        <translation>Drei Formate, ein Netz</translation>
    </message>
    <message>
        <source>The race did not finish</source>
        <translation>Das Rennen wurde nicht beendet</translation>
    </message>
    <message>
        <source>Loss scaling is on from step %1. </source>
        <translation>Die Verlustskalierung ist ab Schritt %1 an. </translation>
    </message>
    <message>
        <source>The engine is starting; the race begins as soon as it is there.</source>
        <translation>Der Rechenprozess startet; das Rennen beginnt, sobald er da ist.</translation>
    </message>
    <message>
        <source>The same network in FP32 and in FP16, step by step. FP32 learns to read digits; in FP16 the small gradients round to zero. The failure is constructed: six sigmoid layers cause it.</source>
        <translation>Dasselbe Netz in FP32 und FP16. FP32 lernt Ziffern lesen; in FP16 werden kleine Gradienten zu null gerundet. Das ist konstruiert, mit sechs Sigmoid-Schichten.</translation>
    </message>
    <message>
        <source>This race ends here; BF16 begins.</source>
        <translation>Dieses Rennen endet hier; BF16 beginnt.</translation>
    </message>
    <message>
        <source>One of its runs was stopped or failed. What was recorded stays in the Runs dock.</source>
        <translation>Einer seiner Läufe wurde gestoppt oder ist fehlgeschlagen. Das Aufgezeichnete bleibt im Bereich „Läufe“.</translation>
    </message>
    <message>
        <source>Race FP32 against FP16</source>
        <translation>FP32 gegen FP16 antreten lassen</translation>
    </message>
    <message>
        <source>Turn on loss scaling</source>
        <translation>Verlustskalierung einschalten</translation>
    </message>
    <message>
        <source>And BF16?</source>
        <translation>Und BF16?</translation>
    </message>
    <message>
        <source>Start the race again</source>
        <translation>Rennen neu starten</translation>
    </message>
    <message>
        <source>Too few steps are left for FP16 to catch up: the race begins again, with loss scaling from its first step.</source>
        <translation>Für FP16 bleiben zu wenige Schritte, um aufzuholen: Das Rennen beginnt von vorn, mit Verlustskalierung vom ersten Schritt an.</translation>
    </message>
    <message>
        <source>%1 with loss scaling</source>
        <translation>%1 mit Verlustskalierung</translation>
    </message>
    <message>
        <source>%1 not tested yet</source>
        <translation>%1 noch nicht getestet</translation>
    </message>
    <message>
        <source>%1 %2 (it always answers “1”)</source>
        <translation>%1 %2 (es antwortet immer „1“)</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 bei Schritt %2</translation>
    </message>
    <message>
        <source>Final accuracy: %1.</source>
        <translation>Endgenauigkeit: %1.</translation>
    </message>
    <message>
        <source>Test accuracy: %1.</source>
        <translation>Testgenauigkeit: %1.</translation>
    </message>
    <message>
        <source>FP32 learns, FP16 stays at chance: its first layers get no gradient. A loss scale multiplies all gradients so that they fit; the update divides it out again.</source>
        <translation>FP32 lernt, FP16 bleibt auf Zufallsniveau: Die ersten Schichten bekommen keinen Gradienten. Ein Skalierungsfaktor macht alle Gradienten größer; das Update teilt durch ihn.</translation>
    </message>
    <message>
        <source>The race is over. A loss scale moves FP16&apos;s gradients into its range.</source>
        <translation>Das Rennen ist zu Ende. Ein Skalierungsfaktor verschiebt die Gradienten von FP16 in den Wertebereich.</translation>
    </message>
    <message>
        <source>In FP16 %1 of the first layer&apos;s gradient is zero: it is smaller than anything that FP16 can hold. Such a deep sigmoid network only guesses in its first 80 to 200 steps, in FP32 as well.</source>
        <translation>In FP16 sind %1 des Gradienten der ersten Schicht null: Er ist kleiner als alles, was FP16 fassen kann. Ein so tiefes Sigmoid-Netz rät in den ersten 80 bis 200 Schritten nur, auch in FP32.</translation>
    </message>
    <message>
        <source>The same weights and the same images in both, step by step. In the histogram, values left of FP16&apos;s range become zero; the dashed line is the same gradient in FP32.</source>
        <translation>Dieselben Gewichte und dieselben Bilder in beiden, Schritt für Schritt. Im Histogramm werden Werte links vom Wertebereich von FP16 null; die gestrichelte Linie ist derselbe Gradient in FP32.</translation>
    </message>
    <message>
        <source>The same network in the same format: FP16 learns once its gradients are scaled into range.</source>
        <translation>Dasselbe Netz im selben Format: FP16 lernt, sobald seine Gradienten in den Wertebereich skaliert sind.</translation>
    </message>
    <message>
        <source>The histogram has moved to the right, into range. Catching up takes a while: about 50 % after 250 steps, 70 to 90 % after 600.</source>
        <translation>Das Histogramm ist nach rechts in den Wertebereich gerückt. Das Aufholen dauert eine Weile: etwa 50&#xa0;% nach 250 Schritten, 70 bis 90&#xa0;% nach 600.</translation>
    </message>
    <message>
        <source>The race begins.</source>
        <translation>Das Rennen beginnt.</translation>
    </message>
    <message>
        <source>BF16 has the exponents of FP32, so the same gradients fit without a loss scale. The price is fewer digits.</source>
        <translation>BF16 hat die Exponenten von FP32, daher passen dieselben Gradienten ohne Skalierungsfaktor. Der Preis sind weniger Stellen.</translation>
    </message>
    <message>
        <source>%1 (at step %2, then stopped)</source>
        <translation>%1 (in Schritt %2, danach gestoppt)</translation>
    </message>
    <message>
        <source>Now train a run of your own: Run starts one, and what is marked with a bolt can be changed while it trains. The page Compare races up to four settings.</source>
        <translation>Trainieren Sie nun einen eigenen Lauf: „Starten“ beginnt ihn, und was einen Blitz trägt, lässt sich im Training ändern. Die Seite „Vergleich“ lässt bis zu vier Einstellungen gegeneinander laufen.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WelcomePanel</name>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Lessons: about eight minutes each</source>
        <translation>Lektionen: je etwa acht Minuten</translation>
    </message>
    <message>
        <source>Close; Help › Welcome brings it back</source>
        <translation>Schließen; Hilfe › Willkommen holt es zurück</translation>
    </message>
    <message>
        <source>Close the welcome</source>
        <translation>Willkommen schließen</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WorkerCommand</name>
    <message>
        <source>The program mantissa-worker was not found.</source>
        <translation>Das Programm mantissa-worker wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>The worker could not be started: %1</source>
        <translation>Der Rechenprozess konnte nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>The worker is of an older version than this window and cannot answer it. Install the same version there.</source>
        <translation>Der Rechenprozess ist älter als dieses Fenster und kann ihm nicht antworten: dort dieselbe Version installieren.</translation>
    </message>
</context>
<context>
    <name>mantissa::ui::WorkerProcess</name>
    <message>
        <source>The program mantissa-worker was not found: it belongs beside the window&apos;s own program, or name it in the environment variable MANTISSA_WORKER.</source>
        <translation>Das Programm mantissa-worker wurde nicht gefunden: Es muss neben dem Programm des Fensters liegen, oder die Umgebungsvariable MANTISSA_WORKER muss es nennen.</translation>
    </message>
    <message>
        <source>The link to the worker was cut because what it sent makes no sense: %1.</source>
        <translation>Die Verbindung zum Rechenprozess wurde getrennt, weil das Gesendete keinen Sinn ergibt: %1.</translation>
    </message>
    <message>
        <source>It said: %1</source>
        <translation>Seine Ausgabe: %1</translation>
    </message>
    <message>
        <source>Its output was &quot;%1&quot;.</source>
        <translation>Die Ausgabe war „%1“.</translation>
    </message>
    <message>
        <source>The worker could not be started: %1 (%2).</source>
        <translation>Der Rechenprozess ließ sich nicht starten: %1 (%2).</translation>
    </message>
</context>
</TS>
