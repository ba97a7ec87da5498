/** Small lists of made-up people, in the formats that publishers have: docs/screening.md says which, and where each is described. */

export const ofacXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>11/20/2026</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry>
    <uid>101</uid><firstName>Ivan</firstName><lastName>MADEUPOV</lastName><sdnType>Individual</sdnType>
    <idList>
      <id><uid>1</uid><idType>Digital Currency Address - XBT</idType><idNumber>
        bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080 </idNumber></id>
      <id><uid>2</uid><idType>Passport</idType><idNumber>X1</idNumber></id>
    </idList>
    <akaList>
      <aka><uid>3</uid><type>a.k.a.</type><category>strong</category><lastName>MADEUPOFF</lastName><firstName>Ivan</firstName></aka>
      <aka><uid>4</uid><type>a.k.a.</type><category>weak</category><lastName>VANYA &amp; CO</lastName></aka>
    </akaList>
    <nationalityList><nationality><uid>5</uid><country>Freedonia</country></nationality></nationalityList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>6</uid><dateOfBirth>10 Dec 1948</dateOfBirth></dateOfBirthItem>
      <dateOfBirthItem><uid>7</uid><dateOfBirth>circa 1950 to 1952</dateOfBirth></dateOfBirthItem>
    </dateOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>102</uid><lastName>EXAMPLE STAR</lastName><sdnType>Vessel</sdnType><vesselInfo><vesselFlag>Sylvania</vesselFlag></vesselInfo></sdnEntry>
</sdnList>`

export const ofacAdvanced = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>11</Month><Day>20</Day></DateOfIssue>
  <ReferenceValueSets>
    <CountryValues><Country ID="11" ISO2="FR">Freedonia</Country></CountryValues>
    <FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="10">Nationality Country</FeatureType><FeatureType ID="992">Digital Currency Address - TRX</FeatureType></FeatureTypeValues>
    <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType></NamePartTypeValues>
    <PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
    <PartyTypeValues><PartyType ID="1">Individual</PartyType></PartyTypeValues>
  </ReferenceValueSets>
  <Locations><Location ID="500"><LocationCountry CountryID="11"/></Location></Locations>
  <DistinctParties>
    <DistinctParty FixedRef="201"><Profile ID="201" PartySubTypeID="4">
      <Identity ID="9" Primary="true">
        <Alias AliasTypeID="1403" Primary="true" LowQuality="false">
          <DocumentedName ID="1"><DocumentedNamePart><NamePartValue NamePartGroupID="71">MADEUPOV</NamePartValue></DocumentedNamePart><DocumentedNamePart><NamePartValue NamePartGroupID="72">Ivan</NamePartValue></DocumentedNamePart></DocumentedName>
          <DocumentedName ID="2"><DocumentedNamePart><NamePartValue NamePartGroupID="73">Мадеупов</NamePartValue></DocumentedNamePart></DocumentedName>
        </Alias>
        <Alias AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName ID="3"><DocumentedNamePart><NamePartValue NamePartGroupID="71">VANYA</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
        <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="71" NamePartTypeID="1520"/></MasterNamePartGroup><MasterNamePartGroup><NamePartGroup ID="72" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups>
      </Identity>
      <Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="2"><DatePeriod><Start><From><Year>1948</Year><Month>1</Month><Day>1</Day></From></Start><End><To><Year>1948</Year><Month>12</Month><Day>31</Day></To></End></DatePeriod></FeatureVersion></Feature>
      <Feature ID="3" FeatureTypeID="10"><FeatureVersion ID="4"><VersionLocation LocationID="500"/></FeatureVersion></Feature>
      <Feature ID="5" FeatureTypeID="992"><FeatureVersion ID="6"><VersionDetail DetailTypeID="1432">TMadeUpAddress</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
  </DistinctParties>
</Sanctions>`

export const ofacCsv = {
  entries:
    '301,"MADEUPOV, Ivan","individual","MADE-UP",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948; alt. DOB 1950; nationality Freedonia; Digital Currency Address - XBT mMadeUp1; alt. Digital Currency Address - ETH 0xMadeUp2."\r\n302,"EXAMPLE TRADING",-0- ,"MADE-UP",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n\u001A',
  names: '301,1,"aka","MADEUPOFF, Ivan",-0- \r\n301,2,"aka","VANYA","Weak alias"\r\n',
  places: '302,1,-0- ,"Fredonia City","Freedonia",-0- \r\n',
}

export const unXml = `<?xml version="1.0" encoding="utf-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-11-19T23:00:04.811Z">
  <INDIVIDUALS><INDIVIDUAL>
    <DATAID>401</DATAID><FIRST_NAME>IVAN</FIRST_NAME><SECOND_NAME>MADEUPOV</SECOND_NAME><REFERENCE_NUMBER>MUi.001</REFERENCE_NUMBER>
    <NAME_ORIGINAL_SCRIPT>إيفان</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Freedonia</VALUE></NATIONALITY>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Ivan Madeupoff</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Vanya</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1948</FROM_YEAR><TO_YEAR>1950</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  </INDIVIDUAL></INDIVIDUALS>
  <ENTITIES><ENTITY><DATAID>402</DATAID><FIRST_NAME>EXAMPLE TRADING</FIRST_NAME><ENTITY_ADDRESS><COUNTRY>Sylvania</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`

export const euXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-18T16:47:04.449+02:00" globalFileId="1">
  <sanctionEntity euReferenceNumber="EU.1.1" logicalId="1">
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Ivan" lastName="Madeupov" wholeName="Ivan Madeupov" strong="true"/>
    <nameAlias wholeName="Vanya" strong="false"/>
    <citizenship countryIso2Code="00" countryDescription="UNKNOWN"/>
    <birthdate circa="false" year="1948" monthOfYear="12" countryIso2Code="FR"/>
  </sanctionEntity>
</export>`

export const ukXml = `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>17/11/2026</DateGenerated>
  <Designation><UniqueID>MUP0001</UniqueID>
    <Names>
      <Name><Name1>Ivan</Name1><Name6>MADEUPOV</Name6><NameType>Primary name</NameType></Name>
      <Name><Name6>VANYA</Name6><NameType>ALias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>
    </Names>
    <NonLatinNames><NonLatinName><NameNonLatinScript>Иван Мадеупов</NameNonLatinScript></NonLatinName></NonLatinNames>
    <IndividualEntityShip>Individual</IndividualEntityShip>
    <IndividualDetails><Individual><DOBs><DOB>dd/mm/1948</DOB></DOBs><Nationalities><Nationality>Freedonia</Nationality></Nationalities></Individual></IndividualDetails>
  </Designation>
</Designations>`

export const ukCsv = `Report Date: 16-Nov-2026
Last Updated,Unique ID,Name 6,Name 1,Name type,Alias strength,Name non-latin script,Designation Type,D.O.B,Nationality(/ies),Address Country
01/02/2026,MUP0001,MADEUPOV,Ivan,Primary Name,,Иван Мадеупов,Individual,10/12/1948,Freedonia,
01/02/2026,MUP0001,VANYA,,Alias,Low quality a.k.a,,Individual,10/12/1948,Freedonia,
01/02/2026,MUP0002,EXAMPLE STAR,,Primary Name,,,Ship,,,Sylvania
`

export const openSanctionsCsv = `"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","dataset","first_seen","last_seen","last_change"
"mu-1","Person","Ivan Madeupov","Ivan Madeupoff;Иван Мадеупов","1948-12-10;1950","fr;suhh","","","","","","Made up","2026-01-01","2026-11-15T13:11:55","2026-01-01"
"mu-2","CryptoWallet","tMadeUp","","","","","tMadeUp","","","","Made up","2026-01-01","2026-11-15T13:11:55","2026-01-01"
`
